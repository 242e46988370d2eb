import { indexVault } from '@memora/claims';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { toIndexPorts } from '../opening/create-indexing.ts';
import { openSession } from '../opening/open-session.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { captureNote } from './capture-note.ts';

const LONG = Array.from({ length: 4_000 }, (_, i) => `Mill ${i} is in Lyon.`).join(' ');
const NO_TIME = { msPerMegabyte: 1, megabytes: 1_024 };
const COSTLY = { note: 'mills.md', code: 'NOTE_TOO_COSTLY' };

/** A vault with one note whose cost exceeds a run's budget. */
async function setupCostly() {
  const vault = await setupVault({ 'tea.md': 'Ida likes tea.', 'mills.md': LONG });
  const session = await openSession({ vault: vault.root, env: vault.env });
  const store = await session.store.write();
  const noteBudget = NO_TIME;
  const report = await indexVault({ vault: session.vault, store, noteBudget });
  expect(report).toMatchObject({ notes: 2, changed: 1, failed: 1, failures: [COSTLY] });
  await session.close();
  return vault;
}

const open = ({ root, env }: Awaited<ReturnType<typeof setupVault>>) => openMemory({ vault: root, env });

it('is named by each run with path and reason, without being read again, until it changes', async () => {
  await using vault = await setupCostly();
  await using memory = await open(vault);
  for (let run = 0; run < 2; run++) {
    const { report } = await memory.index();
    // The budget is the default again, so another attempt would succeed.
    expect(report).toMatchObject({ changed: 0, failed: 1, failures: [COSTLY] });
    expect(report.failures[0]?.reason).toMatch(/^Reading mills\.md took more than/u);
    expect(report.failures[0]?.reason).not.toContain('Lyon');
  }
  await vault.write('mills.md', `${LONG} Mill 4000 is in Ghent.`);
  expect((await memory.index()).report).toMatchObject({ changed: 1, failed: 0, failures: [] });
});

it('is tried again with all notes, and is no failure once it could be read', async () => {
  await using vault = await setupCostly();
  await using memory = await open(vault);
  expect((await memory.index({ full: true })).report).toMatchObject({ notes: 2, failed: 0 });
});

it('is named by the doctor, which says how to mend it and calls it neither new nor changed', async () => {
  await using vault = await setupCostly();
  await using memory = await open(vault);
  const { checks } = await memory.doctor();
  const failures = checks.find(({ name }) => name === 'failures');
  expect(failures?.detail).toContain('mills.md (NOTE_TOO_COSTLY)');
  expect(failures?.remedy).toMatch(/split/iu);
  expect(checks.find(({ name }) => name === 'index')).toMatchObject({ status: 'ok' });
});

it('is in no answer, and no answer waits for it: the index is not behind what it left out', async () => {
  await using vault = await setupCostly();
  await using memory = await open(vault);
  const { behind, hits } = await memory.query('Where is the mill?');
  expect(behind).toEqual([]);
  expect(hits.map(({ claim }) => claim.notePath)).not.toContain('mills.md');
  expect((await memory.query('What does Ida like?')).hits[0]?.claim.notePath).toBe('tea.md');
});

it('is read as it stands, and keeps no capture from being indexed', async () => {
  await using vault = await setupCostly();
  await using memory = await open(vault);
  expect(Buffer.from((await memory.readNote('mills.md')) ?? []).toString()).toBe(LONG);
  const { path } = await memory.capture({ summary: 'Crane', body: 'The crane lifts 12 tons.' });
  expect((await memory.query('What does the crane lift?')).hits[0]?.claim.notePath).toBe(path);
  expect((await memory.index()).report).toMatchObject({ failed: 1, failures: [COSTLY] });
});

it('tells whoever captures it that it stands on disk and in no index, in an empty vault and in an indexed one', async () => {
  await using vault = await setupVault({ 'tea.md': 'Ida likes tea.' });
  const session = await openSession({ vault: vault.root, env: vault.env });
  const ports = { ...toIndexPorts(session), noteBudget: NO_TIME };
  for (const region of ['first', 'second']) {
    const captured = await captureNote({ region, summary: 'Mills', body: LONG }, {}, ports);
    expect(captured).toMatchObject({
      path: `${region}/Mills.md`,
      failure: { code: 'NOTE_TOO_COSTLY', reason: expect.stringContaining(`${region}/Mills.md`) },
    });
    expect(JSON.stringify(captured)).not.toContain('Lyon');
    const short = await captureNote(
      { region, summary: 'Crane', body: 'The crane lifts 12 tons.' },
      {},
      ports,
    );
    expect(short).toEqual({
      id: `${region}/crane`,
      path: `${region}/Crane.md`,
      hidden: [],
      failure: null,
    });
  }
  await session.close();
});
