/**
 * Prints the WebAssembly of `scan-vectors.wat` in base64, for `src/vector/scan-kernel.ts`. Needs `wabt`, which nothing else
 * does: `npm install --no-save wabt` in a folder of its own, and give that folder.
 *
 * node packages/retrieval/scripts/build-scan-kernel.ts /tmp/wabt
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Wabt {
  readonly parseWat: (
    name: string,
    text: string,
    features: { readonly simd: boolean },
  ) => { readonly toBinary: (options: object) => { readonly buffer: Uint8Array } };
}

const [folder = '.'] = process.argv.slice(2);
const load = createRequire(join(folder, 'index.js'))('wabt') as () => Promise<Wabt>;
const text = readFileSync(new URL('./scan-vectors.wat', import.meta.url), 'utf8');
const { buffer } = (await load()).parseWat('scan-vectors', text, { simd: true }).toBinary({});
console.log(Buffer.from(buffer).toString('base64'));
