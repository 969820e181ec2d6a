/**
 * Makes `vendor/vendor.mjs` and `served/` from the sources, the same bytes everywhere.
 *
 *   node build.mjs [--into FOLDER] [--watch]
 */
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { context, build } from 'esbuild';

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
const served = {
  entryPoints: { app: join(here, 'src/main.js'), look: join(here, 'src/look.css') },
  outdir: join(into, 'served'),
  bundle: true,
  format: /** @type {const} */ ('esm'),
  minify: true,
  legalComments: /** @type {const} */ ('none'),
  target,
};
const page = () => Promise.all(['index.html', 'icon.svg'].map((name) => copyFile(join(here, 'src', name), join(into, 'served', name))));
if (words.includes('--watch')) {
  const watching = await context({ ...served, logLevel: 'info' });
  await watching.watch();
} else {
  await build(served);
}
await page();
