import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ClaimIndex } from '../model/claim-index.ts';
import { openClaimStore } from '../store/sqlite-claim-store.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const NOTE = `---
owner: Ines
---
# Drift

Drift uses MessagePack. It was JSON before.

- Budget:: 30 EUR
`;

it('makes claims whose spans hash to their fingerprints', async () => {
  await using v = await setupVault({ 'projects/drift.md': NOTE });
  const report = await v.index();
  expect(report).toMatchObject({ notes: 1, changed: 1, unchanged: 0, failed: 0, complete: true });
  const claims = await v.claims();
  expect(claims.map((c) => [c.subject, c.predicate, c.object])).toContainEqual(['Drift', 'states', null]);
  expect(claims.map((c) => [c.subject, c.predicate, c.object])).toContainEqual(['Drift', 'owner', 'Ines']);
  expect(claims.every((c) => c.region === 'projects' && c.extractor.startsWith('offline@'))).toBe(true);
  expect(await v.broken()).toEqual([]);
});

it('accounts for every segment', async () => {
  await using v = await setupVault({ 'a.md': NOTE, 'b.md': '# Hi\n\nHello there!\n\nSee also:\n' });
  const { segments } = await v.index();
  const gated = Object.values(segments.gated).reduce((a, b) => a + b, 0);
  expect(segments.claimed + gated + segments.failed + segments.withheld + segments.standing).toBe(
    segments.total,
  );
});

it('reads nothing and writes nothing where nothing changed', async () => {
  await using v = await setupVault({ 'a.md': NOTE });
  await v.index();
  const writes = () => v.store.database.prepare('SELECT total_changes()').pluck().get();
  const before = writes();
  const notes = await v.store.notes();
  expect(await v.index()).toMatchObject({ changed: 0, unchanged: 1, claimsNew: 0, claimsRetired: 0 });
  expect(await v.store.notes()).toEqual(notes);
  expect(writes()).toBe(before);
});

it('keeps ids when text above is edited, and retires a claim whose bytes are gone', async () => {
  await using v = await setupVault({ 'a.md': NOTE });
  await v.index();
  const before = await v.claims();
  v.write(
    'a.md',
    NOTE.replace('# Drift', 'The quay has a new crane.\n\n# Drift').replace('30 EUR', '40 EUR'),
  );
  const report = await v.index();
  const after = await v.claims();
  const uses = (list: typeof before) => list.find((c) => c.predicate === 'states' && c.subject === 'Drift');
  expect(uses(after)?.id).toBe(uses(before)?.id);
  expect(uses(after)?.span.start).toBeGreaterThan(uses(before)?.span.start ?? 0);
  expect(report).toMatchObject({ claimsRetired: 1, claimsNew: 2 });
  expect(await v.broken()).toEqual([]);
  const budget = after.find((c) => c.predicate === 'Budget');
  const log = await v.store.changelog({ claimId: budget?.id ?? '' });
  expect(log.map((e) => e.kind)).toEqual(['revised']);
  const old = (await v.store.getClaims([log[0]?.relatedId ?? ''])).get(log[0]?.relatedId as never);
  expect(old).toMatchObject({ object: '30 EUR', status: 'retracted' });
});

it('keeps ids when a heading is renamed, and shows the new one', async () => {
  await using v = await setupVault({ 'a.md': '# Drift\n\nThe limit is set per team and year.\n' });
  await v.index();
  const [before] = await v.claims();
  v.write('a.md', '# Drift 2\n\nThe limit is set per team and year.\n');
  await v.index();
  const [after] = await v.claims();
  expect(after?.id).toBe(before?.id);
  expect(after?.headingPath).toEqual(['Drift 2']);
});

it('follows a note that moves: one with an id keeps those of its claims, the others are found by their old ones', async () => {
  await using v = await setupVault({ 'a.md': NOTE, 'b.md': `---\nid: bee\n---\n\nHarbor costs 49 EUR.\n` });
  await v.index();
  const old = await v.claims();
  v.move('a.md', 'deep/er/renamed.md');
  v.move('b.md', 'other/b.md');
  const report = await v.index();
  expect(report).toMatchObject({ moved: 2, removed: 0, claimsNew: 0, claimsRetired: 0 });
  const now = await v.claims();
  const found = await v.store.getClaims(old.map(({ id }) => id));
  expect(found.size).toBe(old.length);
  for (const claim of old) {
    const same = found.get(claim.id);
    expect(same).toMatchObject({ fingerprint: claim.fingerprint, recordedFrom: claim.recordedFrom });
    expect(now.map(({ id }) => id)).toContain(same?.id);
    expect(same?.id === claim.id).toBe(claim.noteId === 'bee');
  }
  expect(await v.broken()).toEqual([]);
});

it('retires the claims of a deleted note and brings them back with it', async () => {
  await using v = await setupVault({ 'a.md': NOTE });
  await v.index();
  const before = (await v.claims()).map((c) => c.id);
  const text = v.read('a.md');
  v.remove('a.md');
  expect(await v.index()).toMatchObject({ notes: 0, removed: 1, claims: 0, claimsRetired: before.length });
  expect([...(await v.store.getClaims(before)).values()].every((c) => c.status === 'retracted')).toBe(true);
  v.write('a.md', text);
  await v.index();
  expect((await v.claims()).map((c) => c.id)).toEqual(before);
  expect((await v.claims()).every((c) => c.status === 'current')).toBe(true);
});

it('gives the same ids after the database is deleted', async () => {
  await using v = await setupVault({ 'x/a.md': NOTE, 'b.md': 'Two things. Two things.\n\n- same\n- same\n' });
  await v.index();
  const ids = (await v.claims()).map((c) => c.id);
  await using fresh = await openClaimStore({ path: ':memory:' });
  await v.index({ store: fresh });
  expect((await fresh.listClaims()).claims.map((c) => c.id)).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

it('writes an index in the same transaction, and fills one that came later', async () => {
  const log: string[] = [];
  const index: ClaimIndex = {
    name: 'log',
    version: 1,
    create: (db) => db.exec('CREATE TABLE IF NOT EXISTS seen (key INTEGER PRIMARY KEY, text TEXT)'),
    add: (db, documents) => {
      for (const d of documents) {
        log.push(`+${d.text}`);
        db.prepare('INSERT INTO seen VALUES (?, ?)').run(d.key, d.text);
      }
    },
    remove: (db, keys) => {
      for (const key of keys) db.prepare('DELETE FROM seen WHERE key = ?').run(key);
    },
    clear: (db) => db.exec('DELETE FROM seen'),
  };
  await using v = await setupVault({ 'a.md': NOTE });
  await v.index();
  await v.store.close();
  await using store = await openClaimStore({ path: v.databasePath, indexes: [index] });
  await v.index({ store });
  const count = () => store.database.prepare('SELECT count(*) FROM seen').pluck().get();
  expect(count()).toBe((await store.stats()).claims);
  expect(log).toContain('+Drift uses MessagePack.');
  writeFileSync(join(v.root, 'a.md'), 'Only this remains in the note now.\n');
  await v.index({ store });
  expect(count()).toBe(1);
});

it('fails the one note that an index stumbles over, and writes the others of its commit', async () => {
  const seen: string[] = [];
  let broken = true;
  const index: ClaimIndex = {
    name: 'fussy',
    version: 1,
    create: () => {},
    add: (_db, documents) => {
      if (broken && documents.some(({ text }) => text.includes('quetzal'))) throw new RangeError('no birds');
      seen.push(...documents.map(({ text }) => text));
    },
    remove: () => {},
    clear: () => {},
  };
  const notes = {
    'a.md': 'Zeus uses Redis.\n',
    'b.md': 'Hera uses a quetzal.\n',
    'c.md': 'Ares uses Kafka.\n',
  };
  await using v = await setupVault(notes, { indexes: [index] });
  const report = await v.index();
  expect(report).toMatchObject({ notes: 3, changed: 2, failed: 1, claimsNew: 2, claims: 2 });
  expect(report.failures).toEqual([{ note: 'b.md', code: 'WRITE_FAILED', reason: 'RangeError' }]);
  expect(seen).toEqual(['Zeus uses Redis.', 'Ares uses Kafka.']);
  broken = false;
  expect(await v.index()).toMatchObject({ changed: 1, failed: 0, claims: 3 });
});

it('lets claims go on in another note when their paragraphs are cut out and pasted, whichever is written first', async () => {
  const kept = 'Harbor costs 49 EUR a month.';
  const early = 'Depot opens at seven in the morning.';
  await using v = await setupVault({ 'm.md': `# M\n\n${kept}\n\n${early}\n\nThe rest stays where it is.\n` });
  await v.index();
  const idOf = async (text: string) => {
    for (const c of await v.claims()) {
      if (v.read(c.notePath).subarray(c.span.start, c.span.end).toString() === text) return c.id;
    }
    return null;
  };
  const ids = [await idOf(kept), await idOf(early)];
  /** The current ids of the first claims. */
  const nowOf = async () => {
    const found = await v.store.getClaims(ids as string[]);
    return ids.map((id) => found.get(id as never)?.id);
  };
  v.write('m.md', '# M\n\nThe rest stays where it is.\n');
  v.write('z.md', `# Z\n\n${kept}\n`);
  v.write('a.md', `# A\n\n${early}\n`);
  const report = await v.index();
  expect(await nowOf()).toEqual([await idOf(kept), await idOf(early)]);
  expect(report).toMatchObject({ claimsNew: 0, claimsRetired: 0, claimsRelocated: 3 });
  expect(await v.broken()).toEqual([]);
  // A later edit of the note that they moved to keeps them too.
  v.write('z.md', `# Z\n\nNew first line here, with words.\n\n${kept}\n`);
  await v.index();
  expect(await idOf(kept)).toBe((await nowOf())[0]);
  // And back again: merging.
  v.write('m.md', `# M\n\nThe rest stays where it is.\n\n${kept}\n`);
  v.write('z.md', '# Z\n');
  await v.index();
  expect(await idOf(kept)).toBe(ids[0]);
});

it('writes nothing in a dry run and says what a run would do', async () => {
  await using v = await setupVault({ 'a.md': NOTE, 'b.md': 'Harbor costs 49 EUR a month.\n' });
  await v.index();
  v.write('b.md', 'Harbor costs 59 EUR a month.\n');
  const before = v.store.database.prepare('SELECT total_changes()').pluck().get();
  const report = await v.index({ dryRun: true });
  expect(report).toMatchObject({ changed: 1, unchanged: 1, claimsNew: 1, complete: false });
  expect(v.store.database.prepare('SELECT total_changes()').pluck().get()).toBe(before);
  await v.store.close();
  await using reader = await openClaimStore({ path: v.databasePath, readonly: true });
  expect(await v.index({ store: reader, dryRun: true })).toMatchObject({ changed: 1, claimsNew: 1 });
  await expect(v.index({ store: reader })).rejects.toMatchObject({ code: 'DATABASE_READONLY' });
});

it('finds claims by their ids when a note is given an id, and when it is moved and edited at once', async () => {
  await using v = await setupVault({ 'a.md': NOTE });
  await v.index();
  const before = (await v.claims()).map((c) => c.id).sort();
  const keptAs = async () =>
    [...(await v.store.getClaims(before))]
      .flatMap(([id, c]) => (c.recordedUntil === null ? [id] : []))
      .sort();
  v.write('a.md', NOTE.replace('owner: Ines', 'id: drift\nowner: Ines'));
  await v.index();
  expect(await keptAs()).toEqual(before);
  expect((await v.store.notes())[0]?.noteId).toBe('drift');
  const text = v.read('a.md').toString();
  v.remove('a.md');
  v.write('b/c.md', `${text}\nOne more line stands here now.\n`);
  await v.index();
  expect(await keptAs()).toEqual(before);
  expect(await v.broken()).toEqual([]);
});

it('stops at a full disk with what was committed, and goes on when there is room', async () => {
  const notes = Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [
      `n${i}.md`,
      `Room${i} has ${i} chairs.\n\nHall${i} is in Lyon, France.\n`,
    ]),
  );
  await using v = await setupVault(notes);
  const { database } = v.store;
  const pages = database.pragma('page_count', { simple: true }) as number;
  database.pragma(`max_page_count = ${pages + 20}`);
  await expect(v.index()).rejects.toMatchObject({ code: 'DISK_FULL' });
  database.pragma('max_page_count = 1000000');
  expect((await v.store.check()).problems).toEqual([]);
  expect(await v.index()).toMatchObject({ claims: 400, failed: 0 });
  expect(v.read('n0.md').toString()).toBe('Room0 has 0 chairs.\n\nHall0 is in Lyon, France.\n');
});

it('keeps what was done when it is aborted, and does the rest next time', async () => {
  const notes = Object.fromEntries(
    Array.from({ length: 120 }, (_, i) => [`n${i}.md`, `Room${i} has ${i} chairs.\n`]),
  );
  await using v = await setupVault(notes);
  const stop = new AbortController();
  const seen: string[] = [];
  const run = v.index({
    signal: stop.signal,
    onProgress: ({ phase, done }) => {
      seen.push(phase);
      if (phase === 'index' && done === 60) stop.abort(new Error('enough'));
    },
  });
  await expect(run).rejects.toThrow('enough');
  const { claims } = await v.store.stats();
  expect(claims).toBeGreaterThanOrEqual(60);
  expect(claims).toBeLessThan(120);
  expect((await v.store.check()).ok).toBe(true);
  const rest = await v.index();
  expect(rest).toMatchObject({ notes: 120, claims: 120, claimsNew: 120 - claims });
  expect([...new Set(seen)]).toEqual(['scan', 'index']);
});

it('keeps the claims of a note that cannot be read now, and tries it again', async () => {
  await using v = await setupVault({ 'a.md': NOTE, 'b.md': 'Harbor costs 49 EUR.\n' });
  await v.index();
  const before = (await v.claims()).length;
  v.write('b.md', 'Harbor costs 59 EUR.\n');
  const { readNote } = v.vault;
  const broken = {
    ...v.vault,
    readNote: async (path: string) => {
      if (path === 'b.md') throw new Error('secret words of the note');
      return readNote(path);
    },
  };
  const report = await v.index({ vault: broken });
  expect(report).toMatchObject({
    notes: 2,
    failed: 1,
    unchanged: 1,
    failures: [{ note: 'b.md', code: 'NOTE_FAILED' }],
  });
  expect(JSON.stringify(report)).not.toContain('secret words');
  expect((await v.store.failures()).map((f) => [f.notePath, f.attempts])).toEqual([['b.md', 1]]);
  expect(await v.claims()).toHaveLength(before);
  expect(await v.index()).toMatchObject({ failed: 0, changed: 1 });
  expect(await v.store.failures()).toEqual([]);
});

it('forgets that a folder and notes failed, once they can be read again', async () => {
  await using v = await setupVault({ 'a.md': NOTE, 'plant/b.md': 'Harbor costs 49 EUR.\n' });
  await v.index();
  const before = (await v.claims()).length;
  const reason = 'The system refused to read it (EMFILE).';
  const broken: typeof v.vault = {
    ...v.vault,
    readNote: () => Promise.reject(Object.assign(new Error('open'), { code: 'EMFILE' })),
    scan: async function* (options) {
      for await (const entry of v.vault.scan(options)) if (!entry.path.startsWith('plant/')) yield entry;
      yield { path: 'plant', error: { code: 'SCAN_UNREADABLE', reason } };
    },
  };
  expect(await v.index({ vault: broken, full: true })).toMatchObject({ failed: 2 });
  const failed = async () => (await v.store.failures()).map(({ notePath }) => notePath).sort();
  expect(await failed()).toEqual(['a.md', 'plant']);
  // A check of one note does not include its folder.
  await v.index({ paths: ['a.md'] });
  expect(await failed()).toEqual(['plant']);
  expect(await v.index()).toMatchObject({ failed: 0 });
  expect(await failed()).toEqual([]);
  expect(await v.claims()).toHaveLength(before);
});

it('looks at the paths it is given only, and at none that a scan would pass by', async () => {
  await using v = await setupVault({ 'a.md': NOTE, 'b.md': 'Harbor costs 49 EUR.\n' });
  await v.index();
  v.write('a.md', 'Drift is gone from here now.\n');
  v.write('b.md', 'Harbor costs 59 EUR.\n');
  v.write('.hidden/c.md', 'Nova has seven rooms.\n');
  const report = await v.index({ paths: ['b.md', '.hidden/c.md', 'never.md'] });
  expect(report).toMatchObject({ changed: 1, removed: 0, failed: 0 });
  const texts = (await v.claims()).map(({ notePath, span }) =>
    v.read(notePath).subarray(span.start, span.end).toString(),
  );
  expect(texts).toContain('Harbor costs 59 EUR.');
  expect((await v.claims()).some(({ subject }) => subject === 'Drift')).toBe(true);
  v.remove('b.md');
  expect(await v.index({ paths: ['b.md'] })).toMatchObject({ removed: 1 });
});
