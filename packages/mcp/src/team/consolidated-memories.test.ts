import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promoteNote, pullFolder, pushFolder, readAudit, restoreNoteVersion } from '@memora/postgres';
import { createSecretCodec } from '@memora/privacy/keyring';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { signContext } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setupRemembering, tidyingAfter } from '../testing-fixtures/setup-remembering.ts';

const reason = whyNoServer();
const SAID = 'The relay of Harbor runs in Lisbon on port 7000.';
/** The same words with another mark: both stay. */
const NEAR = 'The relay of Harbor runs in *Lisbon* on port 7000.';
const URL = `The manual of Harbor is at https://example.com/${'a/'.repeat(60)}`;
/** Statements that differ in one essential character, with the same or nearly the same words. */
const PAIRS = [
  ['The freezer of Harbor is kept at -18 degrees.', 'The freezer of Harbor is kept at 18 degrees.'],
  ['The license of Harbor costs $500 a year.', 'The license of Harbor costs €500 a year.'],
  ['The discount for Harbor is 5% on orders.', 'The discount for Harbor is 5 on orders.'],
  ['The plant of Harbor makes 5 MW of power.', 'The plant of Harbor makes 5 mW of power.'],
  ['Alert the crane when the queue is > 100 jobs.', 'Alert the crane when the queue is < 100 jobs.'],
  ['The guard of the tug is x == y.', 'The guard of the tug is x != y.'],
  ['The capacity of the silo is 10² units.', 'The capacity of the silo is 102 units.'],
  ['The ballast of the ferry is 2*3 tons.', 'The ballast of the ferry is 23 tons.'],
  ['The rate of the buoy is .5 per day.', 'The rate of the buoy is 5 per day.'],
  ['The tolerance of the winch is ±5 mm.', 'The tolerance of the winch is 5 mm.'],
  ['The release of Harbor goes to team A.', 'The release of Harbor goes to team.'],
  ['The dock of Harbor is ~~not~~ open.', 'The dock of Harbor is not open.'],
  ['Data flows from A → B in the tower.', 'Data flows from A ← B in the tower.'],
  ['The set of the mast is A ⊂ B here.', 'The set of the mast is A ⊄ B here.'],
  ['The US office of Harbor is closed.', 'The us office of Harbor is closed.'],
  ['The pier of Harbor is closed?', 'The pier of Harbor is closed.'],
  ['The script of Harbor deletes `*.log` files.', 'The script of Harbor deletes `.log` files.'],
  [`${URL}v1.`, `${URL}v2.`],
  [SAID, NEAR],
] as const;

describe.skipIf(reason !== null)(
  `the consolidation of what agents remember in a team${reason === null ? '' : ` (${reason})`}`,
  () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startServer();
    }, 120_000);
    afterAll(async () => server?.[Symbol.asyncDispose]());
    const write = (root: string, path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };

    it('keeps the older of two that say the same, byte for byte, in the log and the audit, and puts the other back', async () => {
      await using team = await setupRemembering(server);
      const [first, second] = [await team.keep('ben', SAID), await team.keep('ben', SAID)];
      const other = await team.keep('ben', 'The relay of Harbor runs in Lisbon on port 7001.');
      const before = await team.bytesOf('ann', first.path);
      const usage = team.psql(
        'SELECT string_agg(u::text, chr(10) ORDER BY scope, principal) FROM memora.usage u',
      );
      expect(await team.tidy()).toMatchObject({ merged: 1 });
      expect(await team.bytesOf('ann', first.path)).toBe(before);
      expect(await team.bytesOf('ann', second.path)).toBeNull();
      expect(await team.bytesOf('ann', other.path)).toContain('7001');
      expect((await team.log('cal')).at(-1)).toEqual([
        '@worker',
        'consolidation',
        'merged',
        second.id,
        first.id,
      ]);
      const acts = (await readAudit({ since: new Date(0) }, team.as('ann'))).filter(
        ({ principal }) => principal === '@worker',
      );
      expect(acts).toMatchObject([
        { act: 'consolidation merged', detail: { outcome: 'ok', scope: 'workspace', notes: 1 } },
      ]);
      // Neither a principal's quota nor its hourly limit is charged for it.
      expect(
        team.psql('SELECT string_agg(u::text, chr(10) ORDER BY scope, principal) FROM memora.usage u'),
      ).toBe(usage);
      expect(await (await team.member('ben')).countRemembered('workspace')).toBe(3);
      expect(await (await team.member('ben')).countBehind()).toBe(0);
      const heads = () =>
        team.psql('SELECT string_agg(path || version, chr(10) ORDER BY path) FROM memora.head');
      const done = heads();
      expect(await team.tidy()).not.toHaveProperty('merged');
      expect(heads()).toBe(done);
      // A person restores it, and it stays.
      const restored = await restoreNoteVersion(second.path, 1, team.as('cal'));
      expect(restored.version).toBe(3);
      await team.tidy();
      expect(await team.bytesOf('ann', second.path)).toContain('Lisbon');
    });

    it('takes out no memory that differs in a character, a tag, a kind or a subject, and lists the nearest', async () => {
      await using team = await setupRemembering(server);
      const kept: { path: string; text: string }[] = [];
      const keep = async (...given: Parameters<typeof team.keep>) => {
        const made = await team.keep(...given);
        kept.push({ ...made, text: given[1] });
        return made;
      };
      for (const pair of PAIRS) for (const text of pair) await keep('ben', text);
      const pump = 'The pump of Harbor runs at 40 bar.';
      const first = await keep('ben', pump, { lines: ['tags: [food]'] });
      for (const lines of [
        [],
        ['tags: [wine]'],
        ['tags: [food]', 'entity: Pump'],
        ['tags: [food]', 'entity: PUMP'],
      ])
        await keep('ben', pump, { lines });
      await keep('ben', pump, { lines: ['tags: [food]'], kind: 'decision' });
      const composed = await keep('ben', 'The café of Harbor is open.');
      const copies = [
        await team.keep('ben', pump, { lines: ['tags: [food]'] }),
        await team.keep('ben', 'The cafe\u0301 of Harbor is open.'),
      ];
      expect(await team.tidy()).toMatchObject({ merged: 2 });
      for (const { path, text } of kept) expect(await team.bytesOf('ann', path), text).not.toBeNull();
      for (const { path } of copies) expect(await team.bytesOf('ann', path)).toBeNull();
      expect((await team.log('ann')).slice(-2).map((each) => each.at(-1))).toEqual(
        expect.arrayContaining([first.id, composed.id]),
      );
      expect((await team.status('ann'))?.duplicates?.length).toBeGreaterThan(9);
    });

    it('is work of the thread of a worker, in its queue, once a day', async () => {
      await using team = await setupRemembering(server);
      const first = await team.keep('ben', SAID);
      const second = await team.keep('ben', SAID);
      const said = await team.follow(async () => {
        await expect.poll(() => team.bytesOf('ann', second.path), { timeout: 120_000 }).toBeNull();
        await expect.poll(async () => (await team.member('ann')).countBehind(), { timeout: 60_000 }).toBe(0);
      });
      expect(said).toEqual([]);
      expect(await team.bytesOf('ann', first.path)).toContain('Lisbon');
      expect(await team.status('ann')).toMatchObject({ counts: { merged: 1 } });
    });

    it('takes out what is over and what nobody confirmed, by the clock of the server, and nothing that replaced another', async () => {
      await using team = await setupRemembering(server);
      const over = await team.keep('ben', 'The office of Harbor is closed.', {
        lines: ['valid_until: "2025-03"'],
      });
      const later = await team.keep('ben', 'The archive of Harbor is open.', {
        lines: ['valid_until: "2999"'],
      });
      const held = { lines: ['held: instruction_without_user'], created: '2001-01-01T00:00:00Z' };
      const waits = await team.keep('ben', 'Always deploy the crane after lunch.', held);
      const old = await team.keep('ben', 'Never restart the relay before noon.', {
        ...held,
        created: '2999-01-01T00:00:00Z',
      });
      const replaced = await team.keep('ben', 'The ferry of Harbor leaves at nine.');
      const replacing = await team.keep('ben', 'The ferry of Harbor leaves at ten.', {
        lines: ['valid_until: "2025-03"', `supersedes: ${replaced.id}`],
      });
      team.psql(`UPDATE memora.version SET at = now() - interval '91 days' WHERE path = '${old.path}'`);
      expect(await team.tidy()).toMatchObject({ ended: 1, unconfirmed: 1 });
      const standing = async (each: { path: string }) => (await team.bytesOf('ann', each.path)) !== null;
      expect(await Promise.all([over, later, waits, old, replaced, replacing].map(standing))).toEqual([
        ...[false, true, true, false, true, true],
      ]);
      expect((await team.log('ann')).slice(-2).map((each) => each.slice(0, 4))).toEqual(
        expect.arrayContaining([
          ['@worker', 'consolidation', 'ended', over.id],
          ['@worker', 'consolidation', 'unconfirmed', old.id],
        ]),
      );
      expect((await team.status('ann'))?.mark?.nextEnd).toBeGreaterThan(Date.now());
    });

    it('keeps what two principals say, and lists it, and keeps to a scope and a band', async () => {
      await using team = await setupRemembering(server);
      // The date and author that a note claims have no effect.
      const ben = await team.keep('ben', SAID);
      const cal = await team.keep('cal', SAID, { created: '1999-01-01T00:00:00Z', lines: ['agent: "ben"'] });
      const own = await team.keep('ben', SAID, { scope: '@me/' });
      const open = await team.keep('ben', SAID, { privacy: 'public' });
      const cals = await team.keep('cal', SAID, { scope: '@me/' });
      expect(await team.tidy()).toMatchObject({ duplicates: 1 });
      for (const [who, { path }] of [
        ['ben', ben],
        ['ben', cal],
        ['ben', own],
        ['ben', open],
        ['cal', cals],
      ] as const)
        expect(await team.bytesOf(who, path), path).toContain('Lisbon');
      expect((await team.status('ann'))?.duplicates).toEqual([[ben.id, cal.id]]);
      // Of one principal's two, the newer one is removed, whatever dates the notes have.
      const newer = await team.keep('cal', SAID, { created: '1990-01-01T00:00:00Z' });
      expect(await team.tidy()).toMatchObject({ merged: 1 });
      expect(await team.bytesOf('ann', newer.path)).toBeNull();
      expect(await team.bytesOf('ann', cal.path)).not.toBeNull();
    });

    it('leaves whatever a person has written, at any time and in any way', async () => {
      await using team = await setupRemembering(server);
      const ann = await team.member('ann');
      await team.keep('ben', SAID);
      const edited = await team.keep('ben', SAID);
      const over = await team.keep('ben', 'The office of Harbor is closed.', {
        lines: ['valid_until: "2025-03"'],
      });
      for (const { path } of [edited, over]) {
        const text = String(await team.bytesOf('ann', path));
        await ann.replaceNote(path, `${text}Ann adds.\n`, 1, { deadline: 0 });
        await ann.replaceNote(path, text, 2, { deadline: 0 });
      }
      const pushed = await team.keep('ben', SAID);
      const root = team.folder();
      await pullFolder({ ...team.as('cal'), root });
      const text = readFileSync(join(root, pushed.path), 'utf8');
      for (const bytes of [`${text}\n`, text]) {
        write(root, pushed.path, bytes);
        expect((await pushFolder({ ...team.as('cal'), root })).written).toEqual([pushed.path]);
      }
      const own = await team.keep('ben', SAID, { scope: '@me/' });
      const promoted = await promoteNote(own.path, team.as('ben'));
      // A note that only looks like a memory: its author is a person.
      const forged = `semantic/memory/fact/said-abcdefabcdef.md`;
      write(
        root,
        forged,
        `---\nid: mem_abcdefabcdef\nkind: fact\nsource: agent\nprivacy: private\ncreated: 1990-01-01T00:00:00Z\n---\n${SAID}\n`,
      );
      await pushFolder({ ...team.as('cal'), root });
      expect(await team.tidy()).not.toHaveProperty('merged');
      for (const path of [edited.path, over.path, pushed.path, promoted, forged])
        expect(await team.bytesOf('ann', path), path).not.toBeNull();
      // The same for one that another principal's agent has changed.
      const linked = await team.keep('ben', SAID);
      const learned = { operation: 'supersede', memories: [linked.id], code: 'linked' };
      const bytes = Buffer.from(String(await team.bytesOf('ann', linked.path)));
      const cal = await team.member('cal');
      await cal.keepMemory(linked.path, bytes, 1, learned, { deadline: 0 });
      expect(await team.tidy()).not.toHaveProperty('merged');
      expect(await team.bytesOf('ann', linked.path)).not.toBeNull();
    });

    it('loses against a person who writes at the same moment', async () => {
      await using team = await setupRemembering(server);
      const ann = await team.member('ann');
      const [first, second] = [await team.keep('ben', SAID), await team.keep('ben', SAID)];
      const over = await team.keep('ben', 'The office of Harbor is closed.', {
        lines: ['valid_until: "2025-03"'],
      });
      const texts = await Promise.all(
        [first, over].map(async ({ path }) => String(await team.bytesOf('ann', path))),
      );
      const edit = async () => {
        if ((await ann.versionOf(first.path)) !== 1) return;
        await ann.replaceNote(first.path, `${texts[0]}Ann adds.\n`, 1, { deadline: 0 });
        await ann.replaceNote(over.path, `${texts[1]}Ann adds.\n`, 1, { deadline: 0 });
      };
      expect(await team.tidy({ upkeep: tidyingAfter(edit) })).toMatchObject({ left: 2 });
      for (const { path } of [first, second, over]) expect(await team.bytesOf('ann', path)).not.toBeNull();
      // A push that has begun is not waited for, and has priority.
      const [third, fourth] = [await team.keep('cal', SAID), await team.keep('cal', SAID)];
      await team.work({ upkeep: undefined });
      const pushing = server.alter(
        `BEGIN; SELECT 1 FROM memora.head WHERE path = '${fourth.path}' FOR UPDATE; SELECT pg_sleep(4); COMMIT`,
        team.name,
      );
      await expect
        .poll(
          () =>
            server.alter(
              "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(4)%' AND state = 'active' AND pid <> pg_backend_pid()",
            ),
          { timeout: 30_000 },
        )
        .toBe('1');
      expect(
        (await team.work()).flatMap(({ upkeep: done }) => done.map(({ counts }) => counts['left'])),
      ).toContain(1);
      await pushing;
      for (const { path } of [third, fourth]) expect(await team.bytesOf('ann', path)).not.toBeNull();
      expect(await team.tidy()).toMatchObject({ merged: 1 });
    });

    it('is not stopped by a poisoned text', async () => {
      await using team = await setupRemembering(server);
      const first = await team.keep('ben', SAID);
      const words = 'one two three four five six seven eight nine ten'.split(' ');
      for (let i = 0; i < 9; i++) {
        words.push(words.shift() as string);
        await team.keep('ben', `${words.join(' ')}.`);
      }
      await team.keep('ben', `${'a '.repeat(1_900)}gate.`);
      await team.keep('ben', '9'.repeat(15_000));
      await team.keep('ben', `${'8 '.repeat(400_000)}`);
      await team.keep('ben', `${'[['.repeat(3_000)}`);
      await team.keep('ben', '\u0000\ufffd\u202e'.repeat(500));
      const [{ path }, second] = [await team.keep('cal', 'x'), await team.keep('ben', SAID)];
      team.psql(`UPDATE memora.version SET at = at - interval '1 day' WHERE path = '${path}'`);
      expect(await team.tidy()).toMatchObject({ merged: 1 });
      expect(await team.bytesOf('ann', second.path)).toBeNull();
      expect(await team.bytesOf('ann', first.path)).not.toBeNull();
    });

    it('compares sealed memories where it may open them, and leaves all where it may not', async () => {
      const codec = createSecretCodec(new Uint8Array(32).fill(7));
      await using team = await setupRemembering(server, codec);
      const secret = { privacy: 'secret' };
      const said = 'The vault code of Harbor is heliotrope seven.';
      const [first, second] = [await team.keep('ben', said, secret), await team.keep('ben', said, secret)];
      await team.keep('ben', said);
      const over = await team.keep('ben', 'The safe of Harbor is open.', {
        ...secret,
        lines: ['valid_until: "2025-03"'],
      });
      for (const other of [undefined, createSecretCodec(new Uint8Array(32).fill(8))]) {
        // Without the key, the run leaves these memories alone.
        const counts = await team.tidy({ codec: other, folder: team.folder() });
        expect(counts).toEqual({ duplicates: 0, unread: 3 });
        // A worker with the key does not have to wait for the scope to change.
        expect((await team.status('ben'))?.mark?.nextEnd).toBe(0);
        for (const { path } of [first, second, over]) expect(await team.bytesOf('ben', path)).not.toBeNull();
      }
      expect(await team.tidy({ folder: team.folder() })).toMatchObject({ merged: 1, ended: 1 });
      expect(await team.bytesOf('ben', second.path)).toBeNull();
      expect(team.psql("SELECT count(*) FROM memora.scope s WHERE s::text ~* 'eliotrope'")).toBe('0');
    });

    it('is no erasure: a person pushes it again', async () => {
      await using team = await setupRemembering(server);
      const root = team.folder();
      const [first, second] = [await team.keep('ben', SAID), await team.keep('ben', SAID)];
      await pullFolder({ ...team.as('cal'), root });
      const text = readFileSync(join(root, second.path), 'utf8');
      await team.tidy();
      write(root, second.path, `${text}Cal adds.\n`);
      expect((await pushFolder({ ...team.as('cal'), root })).moved).toEqual([second.path]);
      await pullFolder({ ...team.as('cal'), root });
      write(root, second.path, `${text}Cal adds.\n`);
      expect((await pushFolder({ ...team.as('cal'), root })).written).toEqual([second.path]);
      const anew = team.folder();
      write(anew, second.path, text);
      await pullFolder({ ...team.as('ann'), root: anew });
      await team.tidy();
      expect(await team.bytesOf('ann', second.path)).toContain('Cal adds.');
      expect(await team.bytesOf('ann', first.path)).not.toBeNull();
    });

    it('refuses a worker that lost the scope, has another, or names no reason', async () => {
      await using team = await setupRemembering(server);
      const [first, second] = [await team.keep('ben', SAID), await team.keep('ben', SAID)];
      const cal = await team.keep('cal', SAID);
      await team.work({ upkeep: undefined });
      const scope = Number(team.psql("SELECT id FROM memora.scope WHERE kind = 'workspace'"));
      const retire = (fence: string, ...given: string[]) => retireAt(fence, '0', ...given);
      const retireAt = (...given: string[]) =>
        team.psql(
          `BEGIN; SET LOCAL ROLE memora_publish; SELECT memora.enter('${signContext({ role: 'publish', scope, fence: null })}');
           SELECT memora.retire_memory(s.id, ${given.join(', ')}) FROM memora.scope s WHERE kind = 'workspace'; ROLLBACK`,
        );
      const [one, two] = [`'${first.path}'`, `'${second.path}'`];
      expect(() => retire('s.fence - 1', two, '1', one, '1', "'merged'")).toThrow(/another worker/u);
      for (const given of [
        [two, '1', 'NULL', 'NULL', "'merged'"],
        [two, '1', one, '1', "'ended'"],
        [two, '1', two, '1', "'merged'"],
        [two, '1', 'NULL', 'NULL', "'dull'"],
        [two, '1', 'NULL', 'NULL', 'NULL'],
      ])
        expect(() => retire('s.fence', ...given), given.join()).toThrow(/no reason/u);
      for (const given of [
        [two, '2', one, '1', "'merged'"],
        [two, '1', one, '2', "'merged'"],
        [one, '1', two, '1', "'merged'"],
        [`'${cal.path}'`, '1', one, '1', "'merged'"],
        ["'none.md'", '1', 'NULL', 'NULL', "'ended'"],
      ])
        expect(retire('s.fence', ...given), given.join()).toContain('f');
      for (const ledger of ['1', '-1', 'NULL'])
        expect(retireAt('s.fence', ledger, two, '1', one, '1', "'merged'"), ledger).toContain('f');
      expect(retire('s.fence', two, '1', one, '1', "'merged'")).toContain('t');
    });
  },
);
