import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import { describe, expect, it } from 'vitest';
import { openPool } from '../connect/open-pool.ts';
import { readAddress } from '../connect/read-address.ts';
import { removeUserScope } from '../erase/remove-scope.ts';
import { listErasures, replayErasures } from '../erase/replay-erasures.ts';
import { listNoteVersions } from '../notes/note-versions.ts';
import { pullFolder } from '../notes/pull-folder.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { readTeamNote } from '../notes/read-note.ts';
import { writeTeamNote } from '../notes/write-team-note.ts';
import { runWorkerOnce } from '../publish/run-worker.ts';
import { openTeamReader } from '../read/open-team-reader.ts';
import { copyDatabase } from '../testing-fixtures/copy-database.ts';
import { openClient } from '../testing-fixtures/open-client.ts';
import { setupTeam, type TestTeam, writeNote } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import {
  addMember,
  addUserScope,
  changeGroup,
  closeUserScope,
  listGroupMembers,
  listScopes,
  removeMember,
} from './members.ts';
import { readEpochs } from './wait-for-epochs.ts';

const server = useServer();
const TEXT = 'The payments team moves to 4 offices.\n';
const PAYMENTS = { group: 'payments', principal: 'ben' };

/** A team with a group that has a scope, with Ben as its member and one published note. */
async function setupGroup(): Promise<TestTeam> {
  const team = await setupTeam(server());
  const ann = team.as('ann');
  await addUserScope(ann, 'payments', true);
  await changeGroup(ann, PAYMENTS, 'add');
  const root = team.folder();
  writeNote(root, '@payments/plan.md', TEXT);
  const { written, skipped } = await pushFolder({ ...team.as('ben'), root });
  expect([written, skipped]).toEqual([['@payments/plan.md'], []]);
  await runWorkerOnce({ ...ann, folder: team.folder() });
  return team;
}

/** What a person sees of the plan: its bytes, its claims, and the scopes. */
async function seenBy(team: TestTeam, name: string, groups: readonly string[] = []) {
  const acting = { ...team.as(name), principal: { name, groups } };
  const reader = await openTeamReader(acting);
  const { claims } = await reader.listClaims({});
  return {
    bytes: String(await readTeamNote('@payments/plan.md', acting).catch(({ code }) => code)),
    claims: claims.filter(({ notePath }) => notePath === '@payments/plan.md').length,
    epochs: Object.keys(await readEpochs(acting)),
  };
}

const NOTHING = { bytes: 'TEAM_SCOPE_UNKNOWN', claims: 0, epochs: ['user', 'workspace', 'global'] };
const EVERYTHING = { bytes: TEXT, claims: 1, epochs: ['user', '@payments', 'workspace', 'global'] };

describe.skipIf(noServer !== null)(
  `a group inside a workspace, on a real server${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('shows its notes to who is in it, by the database or by a signed token, and to nobody else', async () => {
      await using team = await setupGroup();
      const ann = team.as('ann');
      expect(await seenBy(team, 'ben')).toEqual(EVERYTHING);
      expect(await seenBy(team, 'eve', ['payments'])).toEqual(EVERYTHING);
      // The workspace's administrator is in the group once added, and the audit records it.
      for (const name of ['ann', 'eve']) expect(await seenBy(team, name)).toEqual(NOTHING);
      expect(await seenBy(team, 'eve', ['Payments', 'hr'])).toEqual(NOTHING);
      // To a person in neither group, an existing group and a missing one look the same.
      for (const read of [readTeamNote, listNoteVersions]) {
        const said = (path: string) =>
          read(path, team.as('eve')).then(String, ({ code, message }) => `${code} ${message}`);
        expect((await said('@payments/plan.md')).replace('payments', 'nobody')).toBe(
          await said('@nobody/plan.md'),
        );
      }
      // After leaving it, the person sees nothing from the next question on. A working copy keeps the pulled
      // notes, and cannot push them.
      const copy = team.folder();
      await pullFolder({ ...team.as('ben'), root: copy });
      expect(existsSync(join(copy, '@payments/plan.md'))).toBe(true);
      expect(await changeGroup(ann, PAYMENTS, 'remove')).toBe(true);
      expect(await changeGroup(ann, PAYMENTS, 'remove')).toBe(false);
      expect(await seenBy(team, 'ben')).toEqual(NOTHING);
      writeNote(copy, '@payments/plan.md', 'Changed.\n');
      expect(await pushFolder({ ...team.as('ben'), root: copy })).toMatchObject({
        written: [],
        skipped: [{ path: '@payments/plan.md', code: 'OF_ANOTHER_GROUP' }],
      });
      await rm(join(copy, '@payments/plan.md'));
      await pushFolder({ ...team.as('ben'), root: copy });
      expect(await seenBy(team, 'eve', ['payments'])).toEqual(EVERYTHING);
      // A person who leaves the workspace and returns is in no group.
      await changeGroup(ann, PAYMENTS, 'add');
      await removeMember(ann, { principal: 'ben', isGroup: false });
      await closeUserScope(ann, 'ben', false);
      await addMember(ann, { principal: 'ben', isGroup: false, role: 'writer' });
      expect([await listGroupMembers(ann), await seenBy(team, 'ben')]).toEqual([[], NOTHING]);
    });

    it('is written by writers of it alone, each under their own name', async () => {
      await using team = await setupGroup();
      const ann = team.as('ann');
      const write = (name: string, groups: readonly string[] = []) =>
        writeTeamNote('@payments/new.md', Buffer.from('New.\n'), 0, {
          ...{ ...team.as(name), principal: { name, groups } },
        }).then(
          ({ path }) => path,
          ({ code }) => code,
        );
      // A reader who is in the group, and a writer who is not.
      await changeGroup(ann, { group: 'payments', principal: 'eve' }, 'add');
      expect(await write('eve')).toBe('TEAM_RIGHTS_MISSING');
      await addMember(ann, { principal: 'carl', isGroup: false, role: 'writer' });
      expect(await write('carl')).toBe('TEAM_SCOPE_UNKNOWN');
      expect(await write('carl', ['payments'])).toBe('@payments/new.md');
      const [{ author } = { author: '' }] = await listNoteVersions('@payments/new.md', team.as('ben'));
      expect(author).toBe('carl');
      // A member's role may come from the group too.
      await addMember(ann, { principal: 'payments', isGroup: true, role: 'admin' });
      await changeGroup(ann, { group: 'payments', principal: 'zoe' }, 'add');
      expect((await listScopes(team.as('zoe'))).map(({ kind }) => kind)).toContain('group');
    });

    it('is nobody’s by a setting, a statement or a name, and a login of a person reads by the database alone', async () => {
      await using team = await setupGroup();
      server().psql(
        `CREATE ROLE ben LOGIN NOINHERIT; GRANT memora_ask TO ben; CREATE ROLE eve LOGIN NOINHERIT; GRANT memora_ask TO eve`,
        team.database,
      );
      const count = async (user: string, ...before: string[]) => {
        await using client = await openClient(server(), team.database, user);
        await client.query(`BEGIN; SET LOCAL ROLE memora_ask`);
        for (const each of before) await client.query(each);
        const { rows } = await client.query(
          "SELECT count(*)::int AS n FROM memora.head WHERE path = 'plan.md'",
        );
        return (rows[0] as { n: number }).n;
      };
      const enter = (who: string) => `SELECT memora.enter_self('${who}', 'acme')`;
      expect(await count('ben', enter('ben'))).toBe(1);
      expect(await count('eve', enter('eve'))).toBe(0);
      await expect(count('eve', enter('ben'))).rejects.toMatchObject({ code: 'MF003' });
      for (const set of ['groups', 'visible', 'context'])
        expect(await count('eve', enter('eve'), `SET LOCAL memora.${set} = '{payments}'`)).toBe(0);
      for (const sql of [
        "INSERT INTO memora.group_member VALUES (1, 'payments', 'eve')",
        'SELECT * FROM memora.group_member',
        "SELECT memora.admit('eve', '{payments}', 'acme', true)",
      ])
        await expect(count('eve', sql)).rejects.toMatchObject({ code: '42501' });
      // A name that would mean another scope, or two folders in one, is invalid, also in SQL.
      const ann = team.as('ann');
      for (const name of ['me', 'Global', 'a/b', '@x', 'a:1', '..', '.a', 'a.', 'a b', '', 'x'.repeat(65)])
        expect(() => addUserScope(ann, name, true), name).toThrow(
          expect.objectContaining({ code: 'TEAM_GROUP_INVALID' }),
        );
      expect(await addUserScope(ann, 'PAYMENTS', true)).toBe(false);
      for (const name of ['me', 'GLOBAL', 'a/b', '@x', 'a\\b'])
        expect(() =>
          server().psql(
            `INSERT INTO memora.scope (workspace, kind, owner) VALUES (1, 'group', '${name}')`,
            team.database,
          ),
        ).toThrow(/violates check/u);
      // A person whose name equals the group's folder has a separate scope, and no group.
      await addMember(ann, { principal: '@payments', isGroup: false, role: 'writer' });
      expect(await seenBy(team, '@payments')).toMatchObject({ bytes: 'TEAM_SCOPE_UNKNOWN', claims: 0 });
    });

    it('is closed and removed as a person’s corner is, and a restored backup follows', async () => {
      await using team = await setupGroup();
      const ann = team.as('ann');
      const restored = await copyDatabase(server(), team.database);
      // The copy has closed the pool's connections.
      await expect
        .poll(
          () =>
            listScopes(ann).then(
              () => true,
              () => false,
            ),
          { timeout: 30_000 },
        )
        .toBe(true);
      await expect(removeUserScope(ann, 'payments', true)).rejects.toMatchObject({ code: 'TEAM_SCOPE_OPEN' });
      expect(await removeUserScope(ann, 'payments')).toBeNull();
      await closeUserScope(ann, 'payments', true, true);
      expect(await seenBy(team, 'ben')).toEqual(NOTHING);
      expect(await removeUserScope(ann, 'payments', true)).toBe(1);
      const erasures = await listErasures(ann);
      expect(erasures).toMatchObject([{ kind: 'group', path: null, anywhere: false }]);
      const address = readAddress({ url: server().url(restored, 'app'), from: 'flag', env: TEAM_ENV });
      const source = openPool(address, { connections: 2 });
      await using _closed = { [Symbol.asyncDispose]: source.close };
      const again = { ...ann, source, database: restored };
      expect(await replayErasures(erasures, again)).toBe(1);
      expect(await replayErasures(erasures, again)).toBe(0);
      // The name is free again, without any of the earlier content.
      expect(await addUserScope(ann, 'payments', true)).toBe(true);
      expect(await seenBy(team, 'ben')).toMatchObject({ claims: 0, epochs: EVERYTHING.epochs });
    });
  },
);
