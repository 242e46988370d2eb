import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const OLD = '---\ndate: 2026-01-10\n---\n# Harbor\n\nThe price of Harbor Pro is 49 EUR.\n';
const NEW = '---\ndate: 2026-02-20\n---\n# Harbor, later\n\nThe price of Harbor Pro is 59 EUR.\n';

/** Instants between runs: claims are recorded to the millisecond. */
async function instant(): Promise<string> {
  await wait(5);
  const now = new Date().toISOString();
  await wait(5);
  return now;
}

it('answers as it was known then: before the successor was written down, the older fact holds and is cited', async () => {
  await using vault = await setupVault({ 'old.md': OLD });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const known = await instant();
  await vault.write('new.md', NEW);
  await memory.index();

  const now = await memory.ask('What is the price of Harbor Pro?');
  // The answer does not mention what it replaced.
  expect(now.cleanText.split('\n')).toEqual([expect.stringContaining('59 EUR')]);
  const then = await memory.ask('What is the price of Harbor Pro?', { asOf: { known } });
  expect(then.cleanText).toContain('49 EUR');
  expect(then.cleanText).not.toContain('59 EUR');
  expect(then.report.verdict).toBe('verified');
  expect(then.notices).toMatchObject({ superseded: [], gone: [] });

  // Verification compares the same answer with what was known: it was true then, and is not now.
  expect((await memory.verify(then.cleanText, { asOf: { known } })).verdict).toBe('verified');
  expect((await memory.verify(then.cleanText)).supersededCount).toBe(1);
  expect((await memory.verify(now.cleanText, { asOf: { known } })).verdict).not.toBe('verified');
});

it('finds what has gone from the notes since, says so, and cites nothing of it', async () => {
  await using vault = await setupVault({ 'drift.md': '# Drift\n\nuses:: JSON\n' });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const known = await instant();
  await vault.write('drift.md', '# Drift\n\nDrift is written in Rust.\n');
  await memory.index();

  const { hits } = await memory.query('Does Drift use JSON?', { asOf: { known } });
  expect(hits[0]?.claim).toMatchObject({ object: 'JSON', status: 'current', recordedUntil: null });
  expect((await memory.query('Does Drift use JSON?')).hits.map(({ claim }) => claim.object)).not.toContain(
    'JSON',
  );
  const then = await memory.ask('Does Drift use JSON?', { asOf: { known } });
  expect(then.notices.gone).toContain(hits[0]?.claim.id);
  expect(then.cleanText).not.toContain('JSON');
});

it('says where the time asked about lies before everything that is known', async () => {
  await using vault = await setupVault({ 'drift.md': '# Drift\n\nuses:: JSON\n' });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  const before = await instant();
  await memory.index();
  const found = await memory.query('What does Drift use?', { asOf: { known: before } });
  expect(found).toMatchObject({ hits: [], degraded: true, degradedReasons: ['nothing_known_then'] });
  const now = await instant();
  expect((await memory.query('Who is the harbour master?', { asOf: { known: now } })).degraded).toBe(false);
});

it('finds nothing that has become secret, were it known as readable then', async () => {
  await using vault = await setupVault({ 'a.md': '# Safe\n\nThe code of the safe is 471108-Kestrel.\n' });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const known = await instant();
  await vault.write('a.md', '---\nprivacy: secret\n---\n# Safe\n\nThe code of the safe is 471108-Kestrel.\n');
  await memory.index();
  await vault.write('a.md', '# Safe\n\nThe safe stands at berth 4.\n');
  await memory.index();
  const { hits } = await memory.query('code of the safe', {
    asOf: { known },
    bands: ['public', 'private'],
  });
  expect(JSON.stringify(hits)).not.toMatch(/471108|kestrel/iu);
});
