/**
 * Makes what of `vendor/` is made, and `served/`, from the sources, the same bytes everywhere.
 *
 *   node build.mjs [--into FOLDER] [--watch]
 */
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
const served = [
  // The lobby, a table and what everybody may watch are never on one page: each has its own script.
  { ...usual, external: apart, entryPoints: { app: join(here, 'src/main.js'), start: join(here, 'src/start.js'), watch: join(here, 'src/watching.js'), look: join(here, 'src/all.css') } },
  { ...usual, entryPoints: { de: join(here, 'src/strings/de.js') } },
  // What signs where the browser cannot comes in a file of its own, which others never load.
  { ...usual, entryPoints: { worker: join(here, 'src/trust/worker.js') }, splitting: true, chunkNames: '[name]' },
  // One script, for a file that has nothing beside it.
  { ...usual, format: 'iife', entryPoints: { replay: join(here, 'src/file/replay.js') } },
];
const page = () => Promise.all(['index.html', 'icon.svg', 'turn.svg'].map((name) => copyFile(join(here, 'src', name), join(into, 'served', name))));
for (const each of served) {
  if (words.includes('--watch')) await (await context({ ...each, logLevel: 'info' })).watch();
  else await build(each);
}
await page();
