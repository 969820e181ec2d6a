/**
 * Makes of the verifier's page, which is one file, modules that the page's device is built with: one source for all.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const verifier = join(import.meta.dirname, '..', 'verifier');
/** What of the verifier's reading a device needs. */
const WANTED = ['begin', 'bytes', 'base64', 'byName', 'engine', 'Fault', 'hex', 'joined', 'keyOf', 'mustOpen', 'noteOf', 'rowOf', 'signers', 'spelt', 'take', 'unbase64', 'unhex', 'validKey'];
const NOBLE = `
  import { Point, getPublicKey, hashes, sign, verify } from './noble-ed25519.js';
  import { hmac } from './noble-hashes-hmac.js';
  import { sha256, sha512 } from './noble-hashes-sha2.js';
  hashes.sha512 = sha512;
  export const noble = { Point, getPublicKey, hmac, sha256, sign, verify };`;

/** @type {import('esbuild').Plugin} */
const vendored = {
  name: 'vendored',
  setup(making) {
    making.onResolve({ filter: /^\.\/_?(hmac|md|sha2|u64|utils)\.js$/ }, (asked) => ({
      path: join(verifier, 'vendor', `noble-hashes-${asked.path.replace(/^\.\/_?/, '')}`),
    }));
  },
};

/** What of it a file needs that checks itself, and who draws one roll again. */
const WHOLE = ['base64', 'bytes', 'check', 'engine', 'hex', 'joined', 'keyOf', 'proved', 'spelt', 'unbase64', 'unhex'];

/** Return the verifier's reading as a module on a curve. @param {string} curve @param {string[]} wanted */
async function reading(curve, wanted) {
  const page = await readFile(join(verifier, 'index.html'), 'utf8');
  const [, script = ''] = /<script id="reading">([^]*?)<\/script>/.exec(page) ?? [];
  const [, body] = /const reading = \(\(\) => \{\n([^]*)\n {2}return \{[^}]*\};\n\}\)\(\);/.exec(script) ?? [];
  if (body === undefined) throw new Error('The verifier has no script that reads.');
  return `import { noble } from './${curve}.mjs';\n${body}\nexport { ${wanted.join(', ')} };`;
}

/**
 * Write `checks.mjs`, `verifying.mjs` and `noble.mjs`.
 * @param {string} folder
 * @param {string} target
 */
export async function checks(folder, target) {
  const made = [
    { name: 'checks', contents: await reading('curve', WANTED), banner: '/* made from verifier/index.html */' },
    { name: 'verifying', contents: await reading('noble', WHOLE), banner: '/* made from verifier/index.html */' },
    { name: 'noble', contents: NOBLE, banner: '/* noble-ed25519, noble-hashes (MIT); licences in verifier/vendor */' },
  ];
  for (const { name, contents, banner } of made) {
    await build({
      stdin: { contents, resolveDir: join(verifier, 'vendor'), sourcefile: name },
      outfile: join(folder, `${name}.mjs`),
      bundle: true,
      external: ['./curve.mjs', './noble.mjs'],
      plugins: [vendored],
      format: 'esm',
      minify: true,
      legalComments: 'none',
      banner: { js: banner },
      target,
    });
  }
}
