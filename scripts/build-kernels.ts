/**
 * Writes the WebAssembly of the hand-written kernels as base64, each with a digest of its source text. Only
 * this script needs `wabt`: run `npm install --no-save wabt` in a temporary folder and pass that folder.
 *
 * node scripts/build-kernels.ts /tmp/wabt
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

interface Wabt {
  readonly parseWat: (
    name: string,
    text: string,
    features: { readonly simd: boolean },
  ) => { readonly toBinary: (options: object) => { readonly buffer: Uint8Array } };
}

const KERNELS = [
  {
    wat: 'packages/privacy/scripts/guard-kernel.wat',
    code: 'packages/privacy/src/guard/kernel/guard-kernel-code.ts',
    name: 'GUARD_KERNEL',
  },
  {
    wat: 'packages/retrieval/scripts/scan-vectors.wat',
    code: 'packages/retrieval/src/vector/scan/scan-kernel-code.ts',
    name: 'SCAN_KERNEL',
  },
];

const [folder = '.'] = process.argv.slice(2);
const load = createRequire(join(folder, 'index.js'))('wabt') as () => Promise<Wabt>;
const { parseWat } = await load();
for (const { wat, code, name } of KERNELS) {
  const text = readFileSync(new URL(`../${wat}`, import.meta.url), 'utf8');
  const { buffer } = parseWat(basename(wat), text, { simd: true }).toBinary({});
  writeFileSync(
    new URL(`../${code}`, import.meta.url),
    `/** SHA-256 of the \`scripts/${basename(wat)}\` that {@link ${name}} was built from. */
export const ${name}_SOURCE = '${createHash('sha256').update(text).digest('hex')}';

/** The WebAssembly of it, in base64. */
export const ${name}: string =
  '${Buffer.from(buffer).toString('base64')}';
`,
  );
}
