/**
 * Writes `src/guard/guard-kernel-code.ts`: the WebAssembly of `guard-kernel.wat`. Needs `wabt`, which nothing else does:
 * `npm install --no-save wabt` in a folder of its own, and give that folder.
 *
 * node packages/privacy/scripts/build-guard-kernel.ts /tmp/wabt
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
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
const text = readFileSync(new URL('./guard-kernel.wat', import.meta.url), 'utf8');
const { buffer } = (await load()).parseWat('guard-kernel', text, { simd: true }).toBinary({});
const code = Buffer.from(buffer).toString('base64');
const digest = createHash('sha256').update(text).digest('hex');
writeFileSync(
  new URL('../src/guard/guard-kernel-code.ts', import.meta.url),
  `/** SHA-256 of the \`scripts/guard-kernel.wat\` that {@link GUARD_KERNEL} was built from by \`scripts/build-guard-kernel.ts\`. */
export const GUARD_KERNEL_SOURCE = '${digest}';

/** The WebAssembly of it, in base64. */
export const GUARD_KERNEL =
  '${code}';
`,
);
