import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecretCodec } from '@memora/privacy/keyring';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { appendToLedger } from '../../ledger/open-ledger.ts';
import { loadBlake3 } from '../../prepare/load-blake3.ts';
import { setupVault, type TestVault } from '../../testing-fixtures/setup-vault.ts';
import { findBrokenLink } from '../write/chain-changelog.ts';

const note = (title: string, date: string | null, body: string) =>
  ['---', `title: ${title}`, ...(date === null ? [] : [`date: ${date}`]), '---', body, ''].join('\n');

const JSON_NOTE = note('drift', '2025-01-15', 'serialization:: JSON');
const MSGPACK_NOTE = note('drift', '2025-09-12', 'serialization:: MessagePack');

/** The state of a vault's prose claims, by sentence. */
async function statusBySentence(vault: TestVault): Promise<Record<string, string>> {
  const entries: [string, string][] = [];
  for (const claim of await vault.claims()) {
    const text = vault.read(claim.notePath).subarray(claim.span.start, claim.span.end).toString();
    if (!text.startsWith('date:')) entries.push([text, claim.status]);
  }
  return Object.fromEntries(entries.sort());
}

it('lets the dated decision end what it replaced, and brings it back when the decision goes', async () => {
  await using vault = await setupVault({ 'drift/strategy.md': JSON_NOTE, 'drift/roadmap.md': MSGPACK_NOTE });
  const { contradictions } = await vault.index();
  expect(contradictions).toBe(1);
  const old = (await vault.claims()).find(
    ({ notePath, predicate }) => notePath === 'drift/strategy.md' && predicate !== 'date',
  );
  expect(old).toMatchObject({ status: 'superseded', validUntil: '2025-09-12' });
  const edges = await vault.store.edges();
  expect(edges.map(({ type }) => type).sort()).toEqual(['contradicts', 'supersedes']);
  expect(edges.find(({ type }) => type === 'supersedes')?.to).toBe(old?.id);

  await vault.index();
  expect(await vault.store.edges()).toEqual(edges);

  vault.remove('drift/roadmap.md');
  await vault.index();
  expect((await vault.store.getClaims([old?.id as string])).get(old?.id as never)).toMatchObject({
    status: 'current',
    validUntil: null,
  });
  expect(await vault.store.edges()).toEqual([]);
});

it('restores the older claim when the newer sentence is edited away, and ends it again when it returns', async () => {
  await using vault = await setupVault({ 'a.md': JSON_NOTE, 'b.md': MSGPACK_NOTE });
  await vault.index();
  vault.write('b.md', note('drift', '2025-09-12', 'Benchmarks ran on the small cluster.'));
  await vault.index();
  expect((await statusBySentence(vault))['serialization:: JSON']).toBe('current');
  vault.write('b.md', MSGPACK_NOTE);
  await vault.index();
  expect((await statusBySentence(vault))['serialization:: JSON']).toBe('superseded');
});

it('keeps Go and Rust both, contested, where no date orders them', async () => {
  await using vault = await setupVault({
    'drift-bench/one.md': note('drift-bench', null, 'language:: Rust'),
    'drift-bench/two.md': note('drift-bench', null, 'language:: Go'),
  });
  await vault.index();
  expect(await statusBySentence(vault)).toEqual({
    'language:: Go': 'contested',
    'language:: Rust': 'contested',
  });
});

it('follows the ledger: resolve ends the loser, acknowledge quiets both, forget retracts, a deleted database keeps all of it', async () => {
  await using vault = await setupVault({
    'one.md': note('drift-bench', null, 'language:: Rust'),
    'two.md': note('drift-bench', null, 'language:: Go'),
  });
  await vault.index();
  const [rust, go] = await vault.claims();
  if (rust === undefined || go === undefined) throw new Error('two claims expected');
  const entry = { time: '2026-02-01T00:00:00Z', reason: 'the team said so' };

  await appendToLedger(vault.root, { ...entry, verb: 'acknowledge', claimIds: [rust.id, go.id] });
  await vault.index();
  expect(Object.values(await statusBySentence(vault))).toEqual(['current', 'current']);

  await appendToLedger(vault.root, { ...entry, verb: 'resolve', claimIds: [go.id, rust.id] });
  await vault.index();
  expect(await statusBySentence(vault)).toMatchObject({ 'language:: Rust': 'superseded' });

  await appendToLedger(vault.root, { ...entry, verb: 'forget', claimIds: [go.id] });
  await vault.index({ full: true });
  expect(await statusBySentence(vault)).toEqual({
    'language:: Go': 'retracted',
    'language:: Rust': 'current',
  });

  await using fresh = await setupVault({
    'one.md': vault.read('one.md').toString(),
    'two.md': vault.read('two.md').toString(),
    '_ledger.md': vault.read('_ledger.md').toString(),
  });
  await fresh.index();
  expect(await statusBySentence(fresh)).toEqual(await statusBySentence(vault));
});

it('still counts the good lines of a ledger that a hand damaged', async () => {
  await using vault = await setupVault({ 'one.md': note('drift-bench', null, 'language:: Rust') });
  await vault.index();
  const [claim] = await vault.claims();
  appendFileSync(
    join(vault.root, '_ledger.md'),
    `- tomorrow forget nothing\n- 2026-02-01 forget claim:${claim?.id} : gone\n- x`,
  );
  await appendToLedger(vault.root, {
    time: '2026-02-02',
    verb: 'acknowledge',
    claimIds: [claim?.id as never],
    reason: '',
  });
  await vault.index();
  expect(Object.values(await statusBySentence(vault))).toEqual(['retracted']);
});

it('logs with each change of state the claim that caused it', async () => {
  await using vault = await setupVault({ 'a.md': JSON_NOTE, 'b.md': MSGPACK_NOTE });
  await vault.index();
  const [superseded] = (await vault.store.changelog()).filter(({ kind }) => kind === 'superseded');
  const newer = (await vault.claims()).find(
    ({ notePath, predicate }) => notePath === 'b.md' && predicate !== 'date',
  );
  expect(superseded?.relatedId).toBe(newer?.id);
});

it('chains the changelog, and finds an entry that was altered', async () => {
  await using vault = await setupVault({ 'a.md': JSON_NOTE, 'b.md': MSGPACK_NOTE });
  await vault.index();
  vault.remove('b.md');
  await vault.index();
  const blake3 = await loadBlake3();
  expect(findBrokenLink(vault.store.database, blake3)).toBeNull();
  const [first] = await vault.store.changelog();
  const problems = async () => (await vault.store.check()).problems.map(({ code }) => code);
  const tamper = async (sql: string) => {
    const { database } = vault.store;
    database.exec('SAVEPOINT tampering');
    database.prepare(sql).run();
    const found = [findBrokenLink(database, blake3), await problems()];
    database.exec('ROLLBACK TO tampering; RELEASE tampering');
    return found;
  };
  const at = first?.sequence ?? 0;
  const last = (await vault.store.changelog()).at(-1)?.sequence ?? 0;
  const altered = ['CHANGELOG_ALTERED'];
  expect(await tamper(`UPDATE changelog SET at = at + 1 WHERE sequence = ${at}`)).toEqual([at, altered]);
  // Without its hash the entry looks as if an interrupted run wrote it, but chained ones follow it.
  expect(await tamper(`UPDATE changelog SET at = 1, hash = NULL WHERE sequence = ${at}`)).toEqual([
    at + 1,
    altered,
  ]);
  expect(await tamper(`DELETE FROM changelog WHERE sequence = ${at + 1}`)).toEqual([at + 2, altered]);
  expect(await tamper(`DELETE FROM changelog WHERE sequence = ${last}`)).toEqual([last, altered]);
  // The entries of an interrupted run are not chained yet, but not altered.
  const cutOff = 'INSERT INTO changelog (at, claim, kind) SELECT at, claim, kind FROM changelog LIMIT 2';
  expect(await tamper(cutOff)).toEqual([null, []]);
  expect(await problems()).toEqual([]);
});

it('knows a thing by every name that its note gives it, and forgets a name with the note', async () => {
  await using vault = await setupVault({
    'Kubernetes.md': '---\ntitle: Kubernetes\naliases: [K8s]\n---\nIt orchestrates containers.\n',
    'a.md': 'K8s is 1.29.\n',
    'b.md': 'Kubernetes is 1.31.\n',
  });
  await vault.index();
  expect((await vault.store.edges()).map(({ type }) => type)).toEqual(['contradicts']);
  vault.remove('Kubernetes.md');
  await vault.index();
  expect(await vault.store.edges()).toEqual([]);
});

it('compares no fields of notes whose title every folder has', async () => {
  await using vault = await setupVault({
    'one/CHANGELOG.md': note('Change Log', null, 'Internal: a script runs the build'),
    'two/CHANGELOG.md': note('Change Log', null, 'Internal: the docs moved'),
  });
  await vault.index();
  expect(await vault.store.edges()).toEqual([]);
});

it('leaves what is to be done again beside what was done', async () => {
  await using vault = await setupVault({
    'plan.md': note(
      'Plan',
      null,
      '- [x] #task do the washing 🔁 every month on the 25th 📅 2021-11-25 ✅ 2022-10-03\n' +
        '- [x] #task do the washing 🔁 every month on the 25th 📅 2022-01-25 ✅ 2022-10-03\n' +
        '- [ ] Renew the old certificate of the gate\n- [x] Renew the old certificate of the gate',
    ),
  });
  await vault.index();
  expect(await vault.store.edges()).toEqual([]);
  const claims = await vault.claims();
  expect(claims.map(({ object, duplicateOf, status }) => [object, duplicateOf, status])).toEqual([
    ['done', null, 'current'],
    ['done', null, 'current'],
    ['open', null, 'current'],
    ['done', null, 'current'],
  ]);
});

it('compares values alone: no sentence, no description, no list, no other unit, no series', async () => {
  const series = Array.from({ length: 9 }, (_, i): [string, string] => [
    `week/${i}.md`,
    note('Weekly', `2025-01-0${i + 1}`, `energy:: ${i}`),
  ]);
  await using vault = await setupVault({
    'a.md': note(
      'Topic',
      '2025-01-01',
      'The office is in Berlin.\n\nrole:: runs the yard and the ferry on Sundays\n\ntags:: a, b\n\nsize:: 3 kg',
    ),
    'b.md': note(
      'Topic',
      '2025-02-01',
      'The office is in Oslo.\n\nrole:: keeps the books and the keys of the hut\n\ntags:: a, c\n\nsize:: 4 m',
    ),
    ...Object.fromEntries(series),
  });
  await vault.index();
  expect(await vault.store.edges({ types: ['contradicts'] })).toEqual([]);
});

it('ends the cell of a table and the number of a sentence about a named thing', async () => {
  const table = (price: string) => `| Item | Price |\n| --- | --- |\n| Bolt | ${price} |`;
  await using vault = await setupVault({
    'a.md': note('Parts', '2025-01-01', table('3 EUR')),
    'b.md': note('Parts', '2026-01-01', table('4 EUR')),
    'interval.md': note(
      'Interval',
      null,
      '## 2025-01-01\n\nThe interval is 60 seconds.\n\n## 2026-01-01\n\nThe interval is 30 seconds.',
    ),
  });
  await vault.index();
  const ended = (await vault.claims()).filter(({ status }) => status === 'superseded');
  expect(ended.map(({ object, validUntil }) => [object, validUntil])).toEqual([
    ['3 EUR', '2026-01-01'],
    [null, '2026-01-01'],
  ]);
});

const meeting = (day: string, ...lines: string[]): [string, string] => [
  `meetings/${day}.md`,
  [`# Weekly ${day}`, '', '## Boiler', '', ...lines, ''].join('\n'),
];
const plan = (...rows: string[]) => ['| Item | Budget | Owner |', '| --- | --- | --- |', ...rows];

it('sees in the notes of a series what changed in a table and in a label with an address', async () => {
  await using vault = await setupVault(
    Object.fromEntries([
      meeting('2026-03-01', ...plan('| Pump | 12,000 EUR | Anna |', '| Roof | 8,000 EUR | Bo |')),
      meeting('2026-05-01', ...plan('| Pump | 14,000 EUR | Carla |', '| Roof | 8,000 EUR | Bo |')),
      ['contacts/2025-01-02.md', '# Contacts 2025-01-02\n\n## Marco\n\nAddress: Via Padova 12, Milan\n'],
      ['contacts/2026-01-02.md', '# Contacts 2026-01-02\n\n## Marco\n\nAddress: Rua da Rosa 112, Lisbon\n'],
    ]),
  );
  await vault.index();
  const ended = (await vault.claims()).filter(({ status }) => status === 'superseded');
  expect(ended.map(({ object, validUntil }) => [object, validUntil]).sort()).toEqual([
    ['12,000 EUR', '2026-05-01'],
    ['Anna', '2026-05-01'],
    ['Via Padova 12, Milan', '2026-01-02'],
  ]);
});

it('takes what every note of a series gives another value for a log, in whatever order the notes come', async () => {
  const log = ['2026-03-01', '2026-03-08', '2026-03-15'].map((day, i) =>
    meeting(
      day,
      `Date: ${day}`,
      '',
      `Present: ${5 + i}`,
      '',
      `Mood: tone ${i}`,
      '',
      `Matteo: will look ${i}`,
    ),
  );
  await using once = await setupVault(Object.fromEntries(log));
  await once.index();
  expect(await once.store.edges({ types: ['contradicts'] })).toEqual([]);
  await using stepwise = await setupVault(Object.fromEntries(log.slice(0, 2)));
  await stepwise.index();
  for (const [path, text] of log.slice(2)) stepwise.write(path, text);
  await stepwise.index();
  expect(await graphOf(stepwise)).toEqual(await graphOf(once));
});

it('compares nothing that notes of single days note under no name', async () => {
  await using vault = await setupVault({
    'daily/2026-03-01.md': '# 2026-03-01\n\nweight:: 82\n',
    'daily/2026-03-02.md': '# 2026-03-02\n\nweight:: 81\n',
  });
  await vault.index();
  expect(await vault.store.edges({ types: ['contradicts'] })).toEqual([]);
});

it('learns from a note that repeats a field that the field takes several values', async () => {
  await using vault = await setupVault({
    'one/changes.md': note('Changes', null, 'Fixed: a crash\n\nFixed: a leak'),
    'two/changes.md': note('Changes', null, 'Fixed: a typo'),
  });
  await vault.index();
  expect(await vault.store.edges()).toEqual([]);
});

it('lets the config say which keys take one value and which take several', async () => {
  const notes = {
    'a.md': note('Topic', '2024-01-01', 'Port: 8080\n\nMember: Ada'),
    'b.md': note('Topic', '2025-01-01', 'Port: 9090\n\nMember: Grace'),
  };
  await using vault = await setupVault(notes);
  const states = async () =>
    (await vault.claims()).filter(({ predicate }) => predicate !== 'date').map(({ status }) => status);
  await vault.index();
  const before = await states();
  await vault.index({ singleValued: ['Member'], multiValued: ['Port'] });
  expect(await states()).toEqual(['current', 'superseded', 'current', 'current']);
  await vault.index();
  expect(await states()).toEqual(before);
});

const SENTENCES = [
  'office:: Berlin',
  'office:: Hamburg',
  'office:: Oslo',
  'Port: 8080',
  'Topic is 30 seconds.',
  'Topic is 60 seconds.',
  '- **Cache**: 4 GB',
  '- **Cache**: 8 GB',
  'Street: Via Padova 12, Milan',
  'Street: Rua da Rosa 112, Lisbon',
  'Member: Ada',
  'Member: Bo',
  'Orion depends on Redis.',
];
const DATES = [null, '2023-01-01', '2024-01-01', '2025-01-01'];
const vaultOf = fc.array(
  fc.tuple(
    fc.constantFrom('Topic', 'Topic 2024-02-01', 'Topic 2025-02-01'),
    fc.constantFrom(...DATES),
    fc.subarray(SENTENCES, { minLength: 1, maxLength: 3 }),
  ),
  {
    minLength: 2,
    maxLength: 5,
  },
);

/** Every result of relating, without values that depend on its time. */
async function graphOf(vault: TestVault): Promise<unknown> {
  const claims = (await vault.claims()).map(({ id, status, validUntil }) => ({ id, status, validUntil }));
  const edges = (await vault.store.edges()).map(({ from, to, type }) =>
    // A contradiction has no direction, so the order in which its ends were stored does not matter.
    type === 'contradicts' ? [[from, to].sort(), type] : [[from, to], type],
  );
  const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  return { claims: claims.sort(byText), edges: edges.sort(byText) };
}

it('gives the same graph in whatever order and batches the notes come', async () => {
  await fc.assert(
    fc.asyncProperty(vaultOf, fc.array(fc.nat(100), { minLength: 5, maxLength: 5 }), async (notes, order) => {
      const texts = notes.map(([title, date, lines]) => note(title, date, lines.join('\n\n')));
      await using once = await setupVault(Object.fromEntries(texts.map((text, i) => [`${i}.md`, text])));
      await once.index();
      await using stepwise = await setupVault({});
      const sequence = texts
        .map((text, i) => ({ text, i, rank: order[i] ?? 0 }))
        .sort((a, b) => a.rank - b.rank);
      for (const { text, i } of sequence) {
        stepwise.write(`${i}.md`, note('Topic', '2020-01-01', 'office:: Rome'));
        await stepwise.index();
        stepwise.write(`${i}.md`, text);
        await stepwise.index();
        await stepwise.index();
      }
      expect(await graphOf(stepwise)).toEqual(await graphOf(once));
    }),
    { numRuns: sampleOf(12) },
  );
});

it('leaves contradictions alone where it is told to, and catches up afterwards', async () => {
  await using vault = await setupVault({ 'a.md': JSON_NOTE, 'b.md': MSGPACK_NOTE });
  await vault.index({ contradict: false });
  expect(await vault.store.edges()).toEqual([]);
  await vault.index();
  const edges = await vault.store.edges();
  expect(edges.map(({ type }) => type).sort()).toEqual(['contradicts', 'supersedes']);
  vault.write('c.md', note('drift', '2026-01-01', 'serialization:: Protobuf'));
  await vault.index({ contradict: false });
  expect(await vault.store.edges()).toEqual(edges);
});

it('relates secret claims to each other, and stores nothing of what they say', async () => {
  const codec = createSecretCodec(new Uint8Array(32).fill(3));
  const secret = (date: string, body: string) =>
    `---\ntitle: Pay\ndate: ${date}\nprivacy: secret\n---\n${body}\n`;
  await using vault = await setupVault(
    {
      'a.md': secret('2024-01-01', 'quillfeather salary:: 61234 EUR'),
      'b.md': secret('2025-01-01', 'quillfeather salary:: 74321 EUR'),
      'c.md': note('Pay', '2026-01-01', 'quillfeather salary:: 1 EUR'),
    },
    { codec },
  );
  await vault.index();
  const statuses = (await vault.claims())
    .filter(({ predicate }) => predicate !== 'date' && predicate !== 'privacy')
    .map(({ notePath, status }) => [notePath, status]);
  expect(statuses).toContainEqual(['a.md', 'superseded']);
  expect(statuses).toContainEqual(['b.md', 'current']);
  expect(statuses).toContainEqual(['c.md', 'current']);
  vault.store.database.pragma('wal_checkpoint(TRUNCATE)');
  const stored = vault.read('.memora/memora.db').toString('latin1').toLowerCase();
  for (const word of ['61234', '74321']) expect(stored).not.toContain(word);
});
