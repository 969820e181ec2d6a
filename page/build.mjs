/**
 * Makes what of `vendor/` is made, and `served/`, from the sources, the same bytes everywhere.
 *
 *   node build.mjs [--into FOLDER] [--watch]
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { context, build } from 'esbuild';
import { checks } from './checks.mjs';

const here = import.meta.dirname;
const words = process.argv.slice(2);
const into = words.includes('--into') ? words[words.indexOf('--into') + 1] : here;
const target = 'es2022';

/** The first lines of the vendored file: what is in it, under which licences. */
async function banner() {
  const named = await Promise.all(
    ['preact', '@preact/signals', '@preact/signals-core', 'htm'].map(async (name) => {
      const told = JSON.parse(await readFile(join(here, 'node_modules', name, 'package.json'), 'utf8'));
      return `${name} ${told.version} (${told.license})`;
    }),
  );
  return `/* ${named.join(', ')}; licences beside this file */`;
}

await mkdir(join(into, 'vendor'), { recursive: true });
await mkdir(join(into, 'served'), { recursive: true });
await build({
  entryPoints: [join(here, 'vendor/entry.mjs')],
  outfile: join(into, 'vendor/vendor.mjs'),
  bundle: true,
  format: 'esm',
  minify: true,
  legalComments: 'none',
  banner: { js: await banner() },
  target,
});
await checks(join(into, 'vendor'), target);
/** @type {import('esbuild').BuildOptions} */
const usual = { outdir: join(into, 'served'), bundle: true, format: 'esm', minify: true, legalComments: 'none', target };
/** Words of other languages lie beside the script that speaks them: nobody else loads them. */
const apart = ['./de.js'];

/**
 * Return how a script is built of which parts are loaded later: each is a file beside it, called after both, that takes all
 * else out of the script. By itself the builder would cut what both need into a file for each set of those who need it,
 * and all of them would be loaded with the first; so every part says that it needs all of the script.
 * @param {string} name
 * @param {string} source
 * @returns {import('esbuild').BuildOptions}
 */
function withParts(name, source) {
  const entry = join(here, source);
  return {
    ...usual,
    external: apart,
    entryPoints: { [name]: entry },
    splitting: true,
    chunkNames: `${name}-[name]`,
    write: false,
    plugins: [
      {
        name: 'parts',
        setup(making) {
          const parts = new Set();
          making.onResolve({ filter: /^\.{1,2}\// }, async ({ path, kind, importer, resolveDir, pluginData }) => {
            if (kind !== 'dynamic-import' || pluginData?.seen || apart.includes(path)) return undefined;
            const found = await making.resolve(path, { kind, importer, resolveDir, pluginData: { seen: true } });
            if (!found.path.includes('vendor')) parts.add(found.path);
            return found;
          });
          making.onLoad({ filter: /\.js$/ }, async ({ path }) => {
            // What is drawn is told in lines: how far they are indented means nothing.
            const contents = (await readFile(path, 'utf8')).replace(/\n +/g, '\n');
            return { contents: parts.has(path) ? `${contents}\nimport ${JSON.stringify(entry)};\n` : contents, loader: 'js' };
          });
          making.onEnd(async ({ outputFiles = [], errors }) => {
            if (!errors.length) await Promise.all(outputFiles.map((file) => put(name, file)));
          });
        },
      },
    ],
  };
}

/** Write one file of a script with parts: what all of it share is the script, and what would only load that is left out. @param {string} name @param {import('esbuild').OutputFile} file */
async function put(name, { path, text }) {
  const [script, shared] = [`${name}.js`, `${name}-chunk.js`];
  const file = basename(path);
  if (file === script && text !== `import"./${shared}";\n`) throw new Error(`${script} holds what its parts do not: ${text.slice(0, 200)}`);
  if (file === script) return;
  await writeFile(join(into, 'served', file === shared ? script : file), text.replaceAll(`./${shared}`, `./${script}`));
}

const served = [
  // The lobby, a table and what everybody may watch are never on one page: each has its own script.
  withParts('app', 'src/main.js'),
  withParts('watch', 'src/watching.js'),
  withParts('start', 'src/start.js'),
  { ...usual, external: apart, entryPoints: { look: join(here, 'src/all.css') } },
  { ...usual, entryPoints: { de: join(here, 'src/strings/de.js') } },
  withParts('worker', 'src/worker/worker.js'),
  // One script, for a file that has nothing beside it.
  { ...usual, format: 'iife', logOverride: { 'empty-import-meta': 'silent' }, entryPoints: { replay: join(here, 'src/file/replay.js') } },
];
const page = () => Promise.all(['index.html', 'icon.svg', 'turn.svg'].map((name) => copyFile(join(here, 'src', name), join(into, 'served', name))));
for (const each of served) {
  if (words.includes('--watch')) await (await context({ ...each, logLevel: 'info' })).watch();
  else await build(each);
}
await page();
