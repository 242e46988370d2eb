import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprint } from '@memora/core';
import { verifyReceipt } from '@memora/validator';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const TEXT = 'The relay was moved to Lisbon.\n\nThe crane lifts twelve tons.\n';

it('leads from an answer to the bytes of the original, and an erasure takes them too', async () => {
  await using v = await setupVault({ '.memora/config.toml': '' });
  await using memory = await openMemory({ vault: v.root, env: v.env });
  const source = { bytes: new TextEncoder().encode(TEXT), name: 'log.txt' };
  const paths: string[] = [];
  for await (const each of memory.ingest(source, { index: true, keepOriginal: true, privacy: 'public' }))
    if (!('problem' in each)) paths.push(each.path);
  const [path = ''] = paths;
  const { report } = await memory.ask('Where was the relay moved?');
  const receipt = await memory.receipt(report);
  expect(receipt.notes[0]?.original).toEqual({
    digest: fingerprint(source.bytes),
    extractor: 'memora-text@1',
  });
  const sources = (name: string) => readFile(join(v.root, name));
  const kept = join(v.root, '_originals', `${fingerprint(source.bytes)}.txt`);
  expect((await verifyReceipt(receipt, { sources, originals: () => readFile(kept) })).problems).toEqual([]);
  expect(
    (await verifyReceipt(receipt, { sources, originals: async () => Buffer.from('x') })).problems,
  ).toEqual([{ code: 'original_mismatch', at: path }]);
  expect((await verifyReceipt(receipt, { sources, originals: async () => null })).problems).toEqual([
    { code: 'original_missing', at: path },
  ]);
  const said = async () => (await memory.doctor()).checks.filter(({ name }) => name === 'originals');
  expect(await said()).toMatchObject([{ status: 'ok', detail: '1 note matches its original' }]);

  // Text that a person added to the note is not part of the original.
  await writeFile(
    join(v.root, path),
    (await readFile(join(v.root, path), 'utf8')).replace(
      '\nThe relay was moved to Lisbon',
      '\nThe relay was moved to Porto',
    ),
  );
  await memory.index();
  const edited = await memory.ask('Where was the relay moved?');
  expect((await memory.receipt(edited.report)).notes.map(({ original }) => original)).toEqual([undefined]);
  await writeFile(kept, 'The relay was moved to Porto.\n');
  expect(await said()).toContainEqual(
    expect.objectContaining({ status: 'fault', detail: expect.stringContaining(path) }),
  );

  const { files } = await memory.erase({ note: path });
  expect(files).toEqual([kept]);
  expect(await readdir(join(v.root, '_originals'))).toEqual([]);
  await rm(join(v.root, path));
});
