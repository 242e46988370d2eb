/** `rewrite-forever.ts FOLDER`: replaces and captures notes without pause until it is killed. */
import { openVault } from '../open-vault.ts';

const vault = await openVault(process.argv[2] as string);
console.log('ready');
for (let i = 1; ; i++) {
  const path = `n${i % 4}.md`;
  const before = await vault.readNote(path);
  const size = i % 2 === 0 ? 40_000 : 300_000;
  await vault.replaceNote(path, before, new Uint8Array(size).fill(48 + (i % 10)));
  if (i % 7 === 0) await vault.captureNote({ summary: 'new', body: `${'x'.repeat(50_000)}captured` });
}
