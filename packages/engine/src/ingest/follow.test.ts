import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

it('a watch reads what is followed again, and nothing else', async () => {
  await using v = await setupVault({});
  const [followed, other] = ['log.txt', 'other.txt'].map((name) => join(v.root, '..', name)) as [
    string,
    string,
  ];
  await using memory = await openMemory({ vault: v.root, env: v.env });
  const ingest = async (path: string, follow: boolean) => {
    for await (const each of memory.ingest(path, { follow })) expect('problem' in each).toBe(false);
  };
  await writeFile(followed, 'The pump runs at 40 bar.\n');
  await writeFile(other, 'The crane lifts twelve tons.\n');
  await ingest(followed, true);
  await ingest(other, false);
  await writeFile(followed, 'The pump runs at 60 bar.\n');
  await writeFile(other, 'The crane lifts thirty tons.\n');
  const stop = new AbortController();
  let refreshed: unknown = null;
  for await (const event of memory.watch({ signal: stop.signal })) {
    if (event.type === 'problem') refreshed = event;
    if (event.type === 'refreshed') refreshed = event;
    if (refreshed !== null) stop.abort();
  }
  expect(refreshed).toEqual({ type: 'refreshed', notes: 1, updated: 1, problems: 0 });
  await memory.index();
  const { claims } = await memory.claims.listClaims();
  const texts = (await memory.readSpans(claims)).join('\n');
  expect(texts).toContain('60 bar');
  expect(texts).not.toContain('thirty');
}, 40_000);
