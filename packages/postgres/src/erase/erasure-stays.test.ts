import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import { describe, expect, it } from 'vitest';
import { openPool } from '../connect/open-pool.ts';
import { readAddress } from '../connect/read-address.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { openTeamNotes } from '../notes/open-team-notes.ts';
import { pullFolder } from '../notes/pull-folder.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { readTeamNote } from '../notes/read-note.ts';
import { openBlob } from '../notes/seal-blob.ts';
import { runWorkerOnce } from '../publish/run-worker.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { createFolderSweep } from '../publish/sweep-folders.ts';
import { createClaimReader } from '../read/create-claim-reader.ts';
import { readAudit } from '../team/audit.ts';
import { addMember, closeUserScope, listMembers, listScopes, removeMember } from '../team/members.ts';
import { copyDatabase } from '../testing-fixtures/copy-database.ts';
import { setupTeam, WORKSPACE, writeNote } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { eraseTeamNote } from './erase-team-note.ts';
import { eraseUser, readLeftNotes } from './erase-user.ts';
import { listErasures, replayErasures } from './replay-erasures.ts';

const server = useServer();
const NOTE = 'severance.md';
const TEXT = 'Carl leaves with 91000 euros.\n';

describe.skipIf(noServer !== null)(
  `an erasure on a real server${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('is not undone by a push of whoever has the note still, and goes on in their folders with the next pull', async () => {
      await using team = await setupTeam(server());
      const [ann, ben] = [team.as('ann'), team.as('ben')];
      const [hers, his, third] = [
        team.folder({ [NOTE]: TEXT, 'kept.md': 'The hall has 3 doors.\n' }),
        team.folder(),
        team.folder(),
      ];
      await pushFolder({ ...ann, root: hers });
      await pullFolder({ ...ben, root: his });
      await pullFolder({ ...ben, root: third });
      const erasing = { ...ann, folder: team.folder(), backupHorizon: null };
      await eraseTeamNote(NOTE, erasing);

      // Her own copy, his pulled one, a copy without records, the same bytes under another name: none of them
      // can be written.
      const bare = team.folder({ [NOTE]: TEXT, 'new.md': 'The gate has 2 wings.\n' });
      const moved = team.folder({ 'archive/severance.md': TEXT });
      for (const [who, root, name] of [
        [ann, hers, NOTE],
        [ben, his, NOTE],
        [ben, bare, NOTE],
        [ben, moved, 'archive/severance.md'],
      ] as const)
        expect(await pushFolder({ ...who, root })).toMatchObject({ written: [], erased: [name] });
      // A writer that bypasses the client fails too.
      await expect(openTeamNotes(ben).replaceNote(NOTE, Buffer.from(TEXT), 0)).rejects.toMatchObject({
        code: 'NOTE_ERASED',
      });
      const scope = await team.scope('workspace');
      const bytes = Buffer.from(team.hash(Buffer.from(TEXT)));
      const past = transactionAs(
        team.source,
        { role: 'write', principal: { name: 'ben' }, workspace: WORKSPACE },
        (db) =>
          db.rows('INSERT INTO memora.head (scope, path, version, hash) VALUES ($1, $2, 1, $3)', [
            scope,
            'past.md',
            bytes,
          ]),
      );
      await expect(past).rejects.toMatchObject({ code: 'NOTE_ERASED' });

      writeNote(third, NOTE, `${TEXT}Ask Dora.\n`);
      expect(await pushFolder({ ...ben, root: third })).toMatchObject({ written: [], erased: [NOTE] });
      expect(await pullFolder({ ...ann, root: hers })).toMatchObject({ erased: [NOTE], skipped: [] });
      expect(await pullFolder({ ...ben, root: his })).toMatchObject({ erased: [NOTE], skipped: [] });
      expect([existsSync(join(hers, NOTE)), existsSync(join(his, NOTE))]).toEqual([false, false]);
      // Text that somebody added to it is reported, and stays until they decide about it.
      expect(await pullFolder({ ...ben, root: third })).toMatchObject({
        erased: [],
        skipped: [{ path: NOTE, code: 'NOTE_ERASED' }],
      });
      expect(readFileSync(join(third, NOTE), 'utf8')).toContain('Ask Dora');
      expect(await pushFolder({ ...ben, root: third })).toMatchObject({ erased: [NOTE] });
      expect((await pushFolder({ ...ann, root: hers })).erased).toEqual([]);
      await expect(readTeamNote(NOTE, ann)).rejects.toMatchObject({ code: 'NOTE_NOT_FOUND' });
      // Another text may take its place.
      const anew = team.folder({ [NOTE]: 'Severance pay is a matter of the law.\n' });
      expect(await pushFolder({ ...ben, root: anew })).toMatchObject({ written: [NOTE], erased: [] });
    });

    it('lets a text stand under another path where it stood there already', async () => {
      await using team = await setupTeam(server());
      const ann = team.as('ann');
      const folder = team.folder({ 'a.md': 'To do.\n', 'b.md': 'To do.\n' });
      await pushFolder({ ...ann, root: folder });
      await eraseTeamNote('a.md', { ...ann, folder: team.folder(), backupHorizon: null });
      writeNote(folder, 'c.md', 'To do.\n');
      expect(await pushFolder({ ...ann, root: folder })).toMatchObject({ erased: ['a.md'] });
      await pullFolder({ ...ann, root: folder });
      expect(await pushFolder({ ...ann, root: folder })).toMatchObject({ written: ['c.md'], erased: [] });
    });

    it('searches for whole words, and names the notes that say them', async () => {
      await using team = await setupTeam(server());
      const ann = team.as('ann');
      const scope = await team.scope('workspace');
      const folder = team.folder({
        'one.md': 'The package is a release.\n',
        'two.md': 'All packages were released by the hall.\n',
      });
      const work = { ...ann, folder: team.folder() };
      await pushFolder({ ...ann, root: folder });
      await workOnScope({ ...work, scope });
      expect((await eraseTeamNote('one.md', { ...work, backupHorizon: null })).found).toEqual([]);
      // An earlier version of a remaining note contains a word of the erased one.
      writeNote(folder, 'three.md', 'The zebulon pump.\n');
      writeNote(folder, 'four.md', 'A zebulon in the hall.\n');
      await pullFolder({ ...ann, root: folder });
      await pushFolder({ ...ann, root: folder });
      writeNote(folder, 'four.md', 'A pump in the hall.\n');
      await pushFolder({ ...ann, root: folder });
      const { found } = await eraseTeamNote('three.md', { ...work, backupHorizon: null });
      expect(found).toContainEqual({ table: 'blob', rows: 1, paths: ['four.md'] });
    });

    it('is done again in a database that was restored from before it, by a file that holds no path, name or text', async () => {
      await using team = await setupTeam(server());
      const [ann, ben] = [team.as('ann'), team.as('ben')];
      const open = (database: string) =>
        openPool(readAddress({ url: server().url(database, 'app'), from: 'flag', env: TEAM_ENV }), {
          connections: 2,
        });
      // A separate pool, closed before the copy. If the server ended connections of a pool that is used
      // again, the next operation could receive one whose end has not been read yet.
      const before = { source: open(team.database) };
      try {
        const folder = team.folder({ [NOTE]: TEXT, 'kept.md': 'The hall has 3 doors.\n' });
        await pushFolder({ ...ann, ...before, root: folder });
        const own = team.folder();
        writeNote(own, 'users/ben/salary.md', 'Ben earns 70000 euros.\n');
        await pushFolder({ ...ben, ...before, root: own });
        await runWorkerOnce({ ...ann, ...before, folder: team.folder() });
      } finally {
        await before.source.close();
      }
      // Restored from this moment. The remaining connections are idle, belong to the owner who created the
      // database, and are not used again.
      const restored = await copyDatabase(server(), team.database);
      await eraseTeamNote(NOTE, { ...ann, folder: team.folder(), backupHorizon: null });
      await removeMember(ann, { principal: 'ben', isGroup: false });
      await eraseUser(ann, 'ben');
      const kept = await listErasures(ann);
      expect(kept.length).toBe(2);
      expect(JSON.stringify(kept)).not.toMatch(/severance|ben"|euros/);

      const source = open(restored);
      await using _closed = { [Symbol.asyncDispose]: source.close };
      const annOfOld = { ...ann, source, database: restored };
      expect(await replayErasures(kept, annOfOld)).toBe(2);
      expect(await replayErasures(kept, annOfOld)).toBe(0);
      await runWorkerOnce({ ...annOfOld, folder: team.folder() });
      const left = (table: string) =>
        server().psql(`SELECT coalesce(string_agg(t::text, ' '), '') FROM memora.${table} t`, restored);
      for (const table of ['claim', 'note', 'version', 'head', 'lexical_fts_content', 'scope', 'member'])
        expect([table, left(table)]).toEqual([
          table,
          expect.not.stringMatching(/severance|salary|91000|70000|,ben,/),
        ]);
      expect(left('blob')).not.toContain(Buffer.from('91000').toString('hex'));
      expect(left('blob')).not.toContain(Buffer.from('70000').toString('hex'));
      expect(
        await createClaimReader({ ...annOfOld, scope: await team.scope('workspace') }).countClaims(),
      ).toBe(1);
      expect(await pushFolder({ ...annOfOld, root: team.folder({ [NOTE]: TEXT }) })).toMatchObject({
        erased: [NOTE],
      });
    });

    it('of a person who has left: listed, exported, erased, and nothing of it is given to the next of that name', async () => {
      await using team = await setupTeam(server());
      const [ann, ben] = [team.as('ann'), team.as('ben')];
      const own = team.folder({ 'shared.md': 'The hall has 3 doors.\n' });
      writeNote(own, 'users/ben/salary.md', TEXT);
      await pushFolder({ ...ben, root: own });
      const disk = team.folder();
      await runWorkerOnce({ ...ann, folder: disk });
      const read = async () =>
        (await readLeftNotes(ann, 'ben', { after: '', limit: 10 })).map((note) => [
          note.path,
          String(openBlob(note.path, note, ann)),
        ]);
      expect(await read()).toEqual([]);
      await removeMember(ann, { principal: 'ben', isGroup: false });
      expect((await listScopes(ann)).find(({ owner }) => owner === 'ben')?.leftAt).toMatch(/^2/);
      expect(await read()).toEqual([['salary.md', TEXT]]);
      await expect(
        addMember(ann, { principal: 'ben', isGroup: false, role: 'writer' }),
      ).rejects.toMatchObject({ code: 'TEAM_SCOPE_LEFT' });
      expect(await closeUserScope(ann, 'ben', false)).toBe(true);
      await addMember(ann, { principal: 'ben', isGroup: false, role: 'writer' });
      expect(String(await readTeamNote('@me/salary.md', ben))).toBe(TEXT);
      await removeMember(ann, { principal: 'ben', isGroup: false });

      await expect(eraseUser(team.as('eve'), 'ben')).rejects.toMatchObject({ code: 'TEAM_RIGHTS_MISSING' });
      expect(await eraseUser(ann, 'ben')).toEqual({ notes: 1, versions: 1 });
      const dump = server().psql(
        `SELECT string_agg(query_to_xml(format('SELECT t::text FROM memora.%I t', relname), true, false, '')::text, ' ') FROM pg_class
       WHERE relnamespace = 'memora'::regnamespace AND relkind = 'r' AND relname <> 'audit'`,
        team.database,
      );
      for (const word of ['salary', '91000', Buffer.from('91000').toString('hex'), '(ben,', ',ben,'])
        expect(dump).not.toContain(word);
      expect(String(await readTeamNote('shared.md', ann))).toContain('3 doors');
      expect(await createFolderSweep(disk)(team)).toBe(1);
      expect(readdirSync(disk, { recursive: true }).join(' ')).not.toContain('salary');
      await addMember(ann, { principal: 'ben', isGroup: false, role: 'writer' });
      await expect(readTeamNote('@me/salary.md', ben)).rejects.toMatchObject({ code: 'TEAM_SCOPE_UNKNOWN' });
      // The list of erasures contains only the first person with this name.
      expect(await replayErasures(await listErasures(ann), ann)).toBe(0);
      expect((await listMembers(ann)).map(({ principal }) => principal)).toContain('ben');
      // Another person with the same name, who has no notes, can be erased as well.
      expect(await eraseUser(ann, 'ben')).toEqual({ notes: null, versions: 0 });

      const acts = (await readAudit({ since: new Date(0) }, ann)).map(
        ({ act, principal }) => `${principal} ${act}`,
      );
      for (const act of [
        'ben team push',
        'ann scope export',
        'ann member remove',
        'ann scope reopen',
        'ann member add',
        'ann team erase-user',
      ])
        expect(acts).toContain(act);
    });
  },
);
