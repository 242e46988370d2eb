import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tidyTeamMemories } from '@memora/agent-memory/internal';
import {
  eraseTeamNote,
  promoteNote,
  pullFolder,
  pushFolder,
  readAudit,
  restoreNoteVersion,
} from '@memora/postgres';
import { createSecretCodec } from '@memora/privacy/keyring';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { signContext } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setupRemembering } from '../testing-fixtures/setup-remembering.ts';

const reason = whyNoServer();
const SAID = 'The relay of Harbor runs in Lisbon on port 7000.';
const AGAIN = 'The relay of Harbor runs in *Lisbon* on port 7000.';

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
      const [first, second] = [await team.keep('ben', SAID), await team.keep('ben', AGAIN)];
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
      // Neither a quota nor the hour of a principal pays for it.
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
      // A person brings it back, and it stays.
      const restored = await restoreNoteVersion(second.path, 1, team.as('cal'));
      expect(restored.version).toBe(3);
      await team.tidy();
      expect(await team.bytesOf('ann', second.path)).toContain('*Lisbon*');
    });

    it('is work of the thread of a worker, in its queue, once a day', async () => {
      await using team = await setupRemembering(server);
      const first = await team.keep('ben', SAID);
      const second = await team.keep('ben', AGAIN);
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
      // What a note says of its date and author decides nothing.
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
      // The newer of one principal is the one that goes, whatever dates the notes have.
      const newer = await team.keep('cal', AGAIN, { created: '1990-01-01T00:00:00Z' });
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
      // Nor is one that another principal's agent has written on.
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
      const [first, second] = [await team.keep('ben', SAID), await team.keep('ben', AGAIN)];
      const over = await team.keep('ben', 'The office of Harbor is closed.', {
        lines: ['valid_until: "2025-03"'],
      });
      const upkeep = (write: () => Promise<unknown>) => ({
        isTime: () => true,
        dueOf: () => ['memories' as const],
        run: async (...given: Parameters<typeof tidyTeamMemories>) => {
          const outcome = await tidyTeamMemories(...given);
          await write();
          return outcome;
        },
      });
      expect(first).not.toBe(second);
      const texts = await Promise.all(
        [first, over].map(async ({ path }) => String(await team.bytesOf('ann', path))),
      );
      const edit = async () => {
        if ((await ann.versionOf(first.path)) !== 1) return;
        await ann.replaceNote(first.path, `${texts[0]}Ann adds.\n`, 1, { deadline: 0 });
        await ann.replaceNote(over.path, `${texts[1]}Ann adds.\n`, 1, { deadline: 0 });
      };
      const { run, ...rest } = upkeep(edit);
      expect(await team.tidy({ upkeep: { ...rest, run: (_, scope) => run(scope) } })).toMatchObject({
        left: 2,
      });
      for (const { path } of [first, second, over]) expect(await team.bytesOf('ann', path)).not.toBeNull();
      // A push that has begun is not waited for, and wins.
      const [third, fourth] = [await team.keep('cal', SAID), await team.keep('cal', AGAIN)];
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

    it('leaves no erased word behind in what it took out, and names what says the same', async () => {
      await using team = await setupRemembering(server);
      const [first, second, third] = [
        await team.keep('ben', 'Zebulon keeps the heliotrope key.'),
        await team.keep('ben', 'Zebulon keeps *the* heliotrope key.'),
        await team.keep('ben', 'Zebulon keeps heliotrope key.'),
      ];
      expect(await team.tidy()).toMatchObject({ merged: 2 });
      const erase = (path: string) =>
        eraseTeamNote(path, { ...team.as('ann'), folder: team.disk, backupHorizon: null });
      // The kept one is a note of its own: whoever erases decides about it.
      const erased = await erase(second.path);
      expect(erased.paths).toEqual([second.path, third.path].sort());
      expect(erased.found).toEqual([{ table: 'head', rows: 1, paths: [first.path] }]);
      expect((await erase(first.path)).found).toEqual([]);
      const tables = team.psql(
        "SELECT string_agg(table_name, ' ') FROM information_schema.tables WHERE table_schema = 'memora'",
      );
      for (const table of tables.split(' '))
        expect(
          team.psql(
            `SELECT count(*) FROM memora.${table} t WHERE t::text ~* 'eliotrope|ebulon|656c696f74726f7065'`,
          ),
          table,
        ).toBe('0');
      // The kept one first.
      const [a, b] = [await team.keep('ben', SAID), await team.keep('ben', AGAIN)];
      await team.tidy();
      expect(await erase(a.path)).toMatchObject({ paths: [a.path, b.path].sort(), found: [], versions: 3 });
    });

    it('is not stopped by a poisoned text, and compares each with few others', async () => {
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
      const [{ path }, second] = [await team.keep('cal', 'x'), await team.keep('ben', AGAIN)];
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
        expect(await team.tidy({ codec: other, folder: team.folder() })).not.toMatchObject({ merged: 1 });
        for (const { path } of [first, second, over]) expect(await team.bytesOf('ben', path)).not.toBeNull();
      }
      expect(await team.tidy({ folder: team.folder() })).toMatchObject({ merged: 1, ended: 1 });
      expect(await team.bytesOf('ben', second.path)).toBeNull();
      expect(team.psql("SELECT count(*) FROM memora.scope s WHERE s::text ~* 'eliotrope'")).toBe('0');
    });

    it('is no erasure: a person pushes it again', async () => {
      await using team = await setupRemembering(server);
      const root = team.folder();
      const [first, second] = [await team.keep('ben', SAID), await team.keep('ben', AGAIN)];
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
      const retire = (...given: string[]) =>
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
      expect(retire('s.fence', two, '1', one, '1', "'merged'")).toContain('t');
    });
  },
);
