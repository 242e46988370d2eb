import { fingerprint } from '@memora/core';
import { createSecretCodec } from '@memora/privacy/keyring';
import { expect, test } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { WORTH_A_BUDGET } from './threads/bounded-reader.ts';

const long = (word: string): string =>
  Array.from({ length: 4000 }, (_, i) => `${word} ${i} is in Lyon.`).join(' ');
const codec = createSecretCodec(Buffer.alloc(32, 7));
const NO_TIME = { msPerMegabyte: 1, megabytes: 1024 };
/** Less time than it takes to start. */
const NO_MEMORY = { msPerMegabyte: 60_000, megabytes: 4 };

test('a long note that takes too much time is reported and skipped, and the others are indexed', async () => {
  await using v = await setupVault({
    'a.md': 'Ida likes tea.',
    'b.md': long('Mill'),
    'c.md': 'Ben likes ale.',
  });
  const report = await v.index({ noteBudget: NO_TIME });
  expect(report).toMatchObject({ notes: 3, changed: 2, failed: 1, claims: 2 });
  expect(report.failures).toMatchObject([{ note: 'b.md', code: 'NOTE_TOO_COSTLY' }]);
  expect(report.failures[0]?.reason).not.toContain('Lyon');
});

test('so is one that takes too much memory', async () => {
  await using v = await setupVault({ 'a.md': 'Ida likes tea.', 'b.md': long('Mill') });
  const report = await v.index({ noteBudget: NO_MEMORY });
  expect(report.failures).toMatchObject([{ note: 'b.md', code: 'NOTE_TOO_COSTLY' }]);
  expect(report.claims).toBe(1);
});

test('a note that costs too much is not tried again until it changes, unless all notes are read again', async () => {
  await using v = await setupVault({ 'b.md': long('Mill') }, { codec });
  await v.index({ noteBudget: NO_TIME });
  for (let run = 0; run < 2; run++)
    expect(await v.index()).toMatchObject({ changed: 0, failed: 1, failures: [{ code: 'NOTE_TOO_COSTLY' }] });
  // Of equal length, and within the same clock tick of the run as often as not.
  v.write('b.md', long('Milk'));
  expect(await v.index()).toMatchObject({ changed: 1, failed: 0 });
  v.write('c.md', long('Quay'));
  await v.index({ noteBudget: NO_TIME });
  expect(await v.index({ full: true })).toMatchObject({ notes: 2, failed: 0 });
  expect(await v.store.failures()).toEqual([]);
});

test('it is known again by nothing that can be guessed: under another key, or none, it is tried again', async () => {
  await using v = await setupVault({ 'b.md': long('Mill') }, { codec });
  await v.index({ noteBudget: NO_TIME });
  const print = () => v.store.database.prepare('SELECT print FROM failure').pluck().get() as Buffer | null;
  expect(print()?.toString('hex')).not.toContain(fingerprint(v.read('b.md')));
  const other = { ...v.store, codec: createSecretCodec(Buffer.alloc(32, 8)) };
  expect(await v.index({ store: other })).toMatchObject({ changed: 1, failed: 0 });
  await using plain = await setupVault({ 'b.md': long('Mill') });
  await plain.index({ noteBudget: NO_TIME });
  expect(plain.store.database.prepare('SELECT print FROM failure').pluck().get()).toBeNull();
  expect(await plain.index()).toMatchObject({ changed: 1, failed: 0 });
});

test('several long notes are read one after the other, each with a budget of its own', async () => {
  const notes = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.md`, long(name)]));
  await using v = await setupVault(notes);
  expect(await v.index({ noteBudget: NO_TIME })).toMatchObject({ failed: 4 });
  expect(await v.index({ full: true })).toMatchObject({ changed: 4, failed: 0 });
  expect(await v.broken()).toEqual([]);
});

test('an abort ends the reading of a long note, which is no failure', async () => {
  await using v = await setupVault({ 'b.md': long('Mill') });
  const stop = new AbortController();
  const running = v.index({ signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) });
  await expect(running).rejects.toThrow('enough');
  expect(await v.store.failures()).toEqual([]);
  expect(await v.index()).toMatchObject({ changed: 1, failed: 0 });
});

test('what a long note is read to is the same with a thread of its own and without', async () => {
  await using v = await setupVault({
    'long.md': long('Mill'),
    'short.md': long('Mill').slice(0, WORTH_A_BUDGET - 1),
  });
  await v.index();
  expect(await v.broken()).toEqual([]);
  const claims = await v.claims();
  const texts = (path: string) =>
    claims.filter(({ notePath }) => notePath === path).map(({ object }) => object);
  const short = texts('short.md');
  expect(texts('long.md').slice(0, short.length - 1)).toEqual(short.slice(0, -1));
});

/** Enough to start a second thread, which also reads the long notes. */
function manyNotes(): Record<string, string> {
  const note = (name: string, size: number) =>
    `${name} is in Lyon.\n\n\`\`\`\n${'00 '.repeat(size / 3)}\n\`\`\`\n`;
  const short = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`s${i}.md`, note(`Hall ${i}`, WORTH_A_BUDGET - 3_000)]),
  );
  const long = ['a', 'm', 'z'].map((name) => [`${name}.md`, note(`Dock ${name}`, WORTH_A_BUDGET + 300)]);
  return { ...short, ...Object.fromEntries(long) };
}

test('in a vault that is worth a second thread each long note that takes too much time is skipped, and no other', async () => {
  await using v = await setupVault(manyNotes());
  const report = await v.index({ noteBudget: { msPerMegabyte: 0, megabytes: 1024 } });
  expect(report).toMatchObject({ notes: 15, changed: 12, failed: 3 });
  expect(report.failures.map(({ note, code }) => `${note} ${code}`).sort()).toEqual([
    'a.md NOTE_TOO_COSTLY',
    'm.md NOTE_TOO_COSTLY',
    'z.md NOTE_TOO_COSTLY',
  ]);
  expect(await v.index({ full: true })).toMatchObject({ changed: 15, failed: 0 });
  expect(await v.broken()).toEqual([]);
});

test('long notes read on the thread of the others come to the same claims as on one of their own', async () => {
  await using shared = await setupVault(manyNotes());
  await shared.index();
  await using apart = await setupVault(manyNotes());
  // A different memory limit than the thread of the others.
  await apart.index({ noteBudget: { msPerMegabyte: 120_000, megabytes: 1_000 } });
  const read = async (vault: typeof shared) =>
    (await vault.claims()).map(({ id, object }) => `${id} ${object}`).sort();
  expect(await read(shared)).toEqual(await read(apart));
});

test('an abort reads none of the notes that wait for a second thread, and the next run does', async () => {
  const line = (i: number, j: number) => `Hall ${i} has ${j} chairs.\n\n`;
  const notes = Object.fromEntries(
    Array.from({ length: 150 }, (_, i) => [
      `h${i}.md`,
      `# Hall ${i}\n\n${line(i, i)}\`\`\`\n${'00 '.repeat(2_000)}\n\`\`\`\n`,
    ]),
  );
  await using v = await setupVault(notes);
  const stop = new AbortController();
  let indexed = 0;
  const running = v.index({
    signal: stop.signal,
    onProgress: ({ phase, done }) => {
      if (phase !== 'index') return;
      indexed = done;
      if (done === 3) stop.abort(new Error('enough'));
    },
  });
  await expect(running).rejects.toThrow('enough');
  expect(indexed).toBe(3);
  expect(await v.store.failures()).toEqual([]);
  expect(await v.index()).toMatchObject({ notes: 150, failed: 0 });
  expect(await v.broken()).toEqual([]);
});

test('an abort while a long note is read on the thread of the others is no failure', async () => {
  await using v = await setupVault(manyNotes());
  const stop = new AbortController();
  const running = v.index({
    signal: stop.signal,
    onProgress: ({ phase }) => {
      if (phase === 'index') stop.abort(new Error('enough'));
    },
  });
  await expect(running).rejects.toThrow('enough');
  expect(await v.store.failures()).toEqual([]);
  expect(await v.index()).toMatchObject({ failed: 0 });
});
