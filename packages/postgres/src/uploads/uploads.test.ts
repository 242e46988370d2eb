import { MemoraError } from '@memora/core';
import { describe, expect, it } from 'vitest';
import { openTeamNotes } from '../notes/open-team-notes.ts';
import { readTeamNote } from '../notes/read-note.ts';
import { resealNotes } from '../notes/sealing/reseal-notes.ts';
import { initTeam } from '../schema/migrate.ts';
import { readAudit } from '../team/audit.ts';
import { addMember, addUserScope, changeGroup, removeMember } from '../team/members.ts';
import { setupTeam, type TestTeam, WORKSPACE } from '../testing-fixtures/setup-team.ts';
import { CODEC, createHash, noteOf, OTHER_CODEC, readNext, uploadAs } from '../testing-fixtures/upload-as.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { listUploads, withdrawUpload } from './list-uploads.ts';
import { receiveUpload } from './receive-upload.ts';

const server = useServer();
const TEXT = 'The heron has 3 doors.\n';
const PATH = 'ingested/a.txt.md';

const psql = (team: TestTeam, sql: string) => server().psql(sql, team.database);
const pieces = (team: TestTeam) => psql(team, 'SELECT count(*) FROM memora.upload_piece');
/** Makes a postponed document due at once. */
const makeDue = (team: TestTeam) =>
  psql(team, "UPDATE memora.upload SET due_at = now() - interval '2 minutes', leased_until = NULL");
const stateOf = async (team: TestTeam, who: string) =>
  (await listUploads({ ...team.as(who), codec: CODEC })).map(({ state, code }) => [state, code]);

describe.skipIf(noServer !== null)(
  `documents that members upload${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('become notes of their principal, and their bytes go, with the outcome for the principal alone', async () => {
      await using team = await setupTeam(server());
      const upload = await uploadAs(team, 'ben', { text: TEXT });
      expect(await stateOf(team, 'ben')).toEqual([['waiting', null]]);
      const dump = () =>
        psql(team, 'SELECT string_agg(t::text, $$ $$) FROM memora.upload t, memora.upload_piece p') +
        psql(team, 'SELECT string_agg(t::text, $$ $$) FROM memora.upload_piece t');
      // While it waits, nothing of it is readable: neither its bytes nor its file name.
      const hexOf = (text: string) => Buffer.from(text).toString('hex');
      for (const word of ['heron', 'a.txt', hexOf('heron'), hexOf('a.txt')])
        expect(dump()).not.toContain(word);
      expect(await readNext(team)).toMatchObject({ outcome: 'done', code: null, notes: 1 });
      expect(await readNext(team)).toBeNull();
      expect(String(await readTeamNote(PATH, team.as('eve')))).toBe(TEXT);
      expect(psql(team, `SELECT author || ' ' || via FROM memora.version WHERE path = '${PATH}'`)).toBe(
        'ben ingest',
      );
      expect(pieces(team)).toBe('0');
      const [told] = await listUploads({ ...team.as('ben'), codec: CODEC });
      expect(told).toMatchObject({
        ...{ upload, scope: 'workspace', name: 'a.txt', state: 'done', code: null, attempts: 0 },
        notes: [{ path: PATH, status: 'created', version: 1, sealed: 0, leftOut: { invisible: 0 } }],
      });
      for (const who of ['ann', 'eve'])
        expect(await listUploads({ ...team.as(who), codec: CODEC }, upload)).toEqual([]);
      const acts = (await readAudit({ since: new Date(0) }, team.as('ann'))).map(
        ({ principal, act, detail }) => [principal, act, detail.outcome],
      );
      expect(acts).toEqual([
        ['ben', 'team upload', 'ok'],
        ['ben', 'team upload read', 'ok'],
      ]);
    });

    it('are updated by the same document again, and by its next version', async () => {
      await using team = await setupTeam(server());
      for (const text of [TEXT, 'The heron has 4 doors.\n']) {
        await uploadAs(team, 'ben', { text });
        await readNext(team);
      }
      expect((await openTeamNotes(team.as('ben')).readNote(PATH))?.version).toBe(2);
      // A deleted note may be created again, because nothing was erased.
      await openTeamNotes(team.as('ben')).removeNote(PATH, 2);
      await uploadAs(team, 'ben', { text: TEXT });
      expect(await readNext(team)).toMatchObject({ outcome: 'done' });
      expect((await openTeamNotes(team.as('ben')).readNote(PATH))?.version).toBe(4);
    });

    it('are tried three times where their reader ends, then refused, and hold up nobody', async () => {
      await using team = await setupTeam(server());
      await uploadAs(team, 'ben', { text: 'poison' });
      const crash = {
        read: async () => {
          throw new Error('the heron crashed');
        },
      };
      expect(await readNext(team, crash)).toMatchObject({
        outcome: 'put off',
        code: 'DOCUMENT_READER_ENDED',
      });
      // Postponed, so the next one belongs to another member.
      expect(await readNext(team)).toBeNull();
      await uploadAs(team, 'ann', { text: TEXT });
      expect(await readNext(team)).toMatchObject({ outcome: 'done' });
      for (const outcome of ['put off', 'refused']) {
        makeDue(team);
        expect(await readNext(team, crash)).toMatchObject({ outcome });
      }
      expect(await stateOf(team, 'ben')).toEqual([['refused', 'DOCUMENT_READER_ENDED']]);
      expect([pieces(team), await readNext(team)]).toEqual(['0', null]);
    });

    it('are refused after three workers have died with them, by the next worker', async () => {
      await using team = await setupTeam(server());
      await uploadAs(team, 'ben', { text: 'poison' });
      for (let died = 0; died < 3; died++) {
        makeDue(team);
        psql(
          team,
          "UPDATE memora.upload SET attempts = attempts + 1, fence = fence + 1, leased_until = now() - interval '1 second'",
        );
      }
      expect(await readNext(team)).toBeNull();
      expect(await stateOf(team, 'ben')).toEqual([['refused', 'DOCUMENT_READER_ENDED']]);
      expect(pieces(team)).toBe('0');
    });

    it('serve each principal in turn, however many one of them has uploaded', async () => {
      await using team = await setupTeam(server());
      for (const name of ['1.txt', '2.txt', '3.txt']) await uploadAs(team, 'ben', { text: name, name });
      await readNext(team);
      await uploadAs(team, 'ann', { text: TEXT, name: 'hers.txt' });
      const names: string[] = [];
      for (let i = 0; i < 2; i++)
        await readNext(team, {
          read: async ({ about, bytes }) => {
            names.push(about.name);
            return [noteOf(bytes.toString(), about.name)];
          },
        });
      expect(names).toEqual(['hers.txt', '2.txt']);
    });

    it('stay where a worker has another key or none, and the state says so', async () => {
      await using team = await setupTeam(server());
      await uploadAs(team, 'ben', { text: TEXT });
      // A worker with the key has priority for a minute.
      expect(await readNext(team, { codec: OTHER_CODEC })).toBeNull();
      makeDue(team);
      for (const codec of [OTHER_CODEC, undefined, OTHER_CODEC, undefined, OTHER_CODEC]) {
        expect(await readNext(team, { codec })).toMatchObject({
          outcome: 'put off',
          code: 'TEAM_KEY_MISSING',
        });
        expect(await stateOf(team, 'ben')).toEqual([['waiting', 'TEAM_KEY_MISSING']]);
        expect(pieces(team)).toBe('1');
        makeDue(team);
      }
      expect(await readNext(team)).toMatchObject({ outcome: 'done' });
    });

    it('are read with the new key once the team has one', async () => {
      await using team = await setupTeam(server());
      await uploadAs(team, 'ben', { text: TEXT });
      await readNext(team);
      await uploadAs(team, 'ben', { text: 'The kite flies.\n', name: 'kite.txt' });
      const { hash } = team.as('ann');
      const moving = { ...{ source: team.owner, workspace: WORKSPACE, principal: { name: 'ann' }, hash } };
      expect(await resealNotes({ ...moving, from: CODEC, to: OTHER_CODEC })).toEqual({
        resealed: 2,
        others: 0,
      });
      const listed = await listUploads({ ...team.as('ben'), codec: OTHER_CODEC });
      expect(listed.map(({ name }) => name)).toEqual(['kite.txt', 'a.txt']);
      expect(await readNext(team)).toBeNull();
      expect(await readNext(team, { codec: OTHER_CODEC })).toMatchObject({ outcome: 'done' });
    });

    it('are taken by no server without a key, and by none with another key than the team', async () => {
      await using team = await setupTeam(server());
      psql(team, `UPDATE memora.workspace SET seal_key = decode('${OTHER_CODEC.keyId}', 'hex')`);
      await expect(uploadAs(team, 'ben', { text: TEXT })).rejects.toMatchObject({ code: 'TEAM_KEY_OTHER' });
      const about = { name: 'a.txt', until: null };
      const given = { ...team.as('ben'), kind: 'user' as const, about, mostBytes: 100, hash: createHash() };
      await expect(receiveUpload([Buffer.from(TEXT)], given)).rejects.toMatchObject({
        code: 'TEAM_KEY_MISSING',
      });
      expect(psql(team, 'SELECT count(*) FROM memora.upload')).toBe('0');
    });

    it('open in no place but their own', async () => {
      await using team = await setupTeam(server());
      await uploadAs(team, 'ann', { text: 'Ann keeps 91000 euros.\n', kind: 'user' });
      await uploadAs(team, 'ben', { text: 'x', kind: 'user' });
      // A database administrator puts her sealed bytes into his document.
      psql(
        team,
        `UPDATE memora.upload_piece SET bytes = (SELECT p.bytes FROM memora.upload_piece p JOIN memora.upload u ON u.id = p.upload WHERE u.principal = 'ann')
         WHERE upload = (SELECT id FROM memora.upload WHERE principal = 'ben')`,
      );
      psql(team, "DELETE FROM memora.upload WHERE principal = 'ann'");
      expect(await readNext(team)).toMatchObject({ outcome: 'refused', code: 'TEAM_BLOB_ALTERED' });
    });

    it('count against the quotas while they wait, two at once too, and no more once they are read', async () => {
      await using team = await setupTeam(server());
      const allow = (quota: object) => initTeam(team.owner, { workspace: WORKSPACE, admin: 'ann', quota });
      await allow({ bytes: 9_000 });
      const large = (name: string) => uploadAs(team, 'ben', { text: 'x'.repeat(4_000), name });
      const outcomes = await Promise.allSettled([large('1.txt'), large('2.txt'), large('3.txt')]);
      const size = Number(psql(team, 'SELECT max(size) FROM memora.upload'));
      const fitting = Math.floor(9_000 / size);
      expect(fitting).toBeLessThan(3);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(fitting);
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'TEAM_QUOTA' },
      });
      expect(psql(team, "SELECT count(*) FROM memora.upload WHERE state <> 'waiting'")).toBe('0');
      // Notes and waiting documents count together, and other members have separate quotas.
      await expect(
        openTeamNotes(team.as('ben')).replaceNote('big.md', Buffer.from('x'.repeat(8_000)), 0),
      ).rejects.toMatchObject({ code: 'TEAM_QUOTA' });
      await uploadAs(team, 'ann', { text: 'x'.repeat(4_000), name: 'hers.txt' });
      while ((await readNext(team, { read: async () => [noteOf('small', 'x')] })) !== null);
      await large('4.txt');
      // All together.
      await allow({ bytes: 1e6, scopeBytes: 5_000 });
      await expect(uploadAs(team, 'ann', { text: 'x'.repeat(4_000) })).rejects.toMatchObject({
        code: 'TEAM_QUOTA',
      });
    });

    it('are refused beyond the limit of bytes and of waiting ones, in a foreign folder, and without bytes', async () => {
      await using team = await setupTeam(server());
      const refuse = (code: string, given: object) =>
        expect(uploadAs(team, 'ben', { text: TEXT, ...given })).rejects.toMatchObject({ code });
      await refuse('DOCUMENT_TOO_LARGE', { mostBytes: 10 });
      await refuse('DOCUMENT_EMPTY', { text: '' });
      for (const region of [
        'global',
        'users/ann',
        '@payments',
        '../x',
        '.hidden',
        'GLOBAL',
        'users',
        'a\u202eb',
      ])
        await refuse('NOTE_PATH_INVALID', { region });
      for (const name of ['', 'a/b.txt', 'a\u202etxt', 'a'.repeat(201)])
        await refuse('NOTE_PATH_INVALID', { name });
      await refuse('TEAM_RIGHTS_MISSING', { kind: 'global' });
      await expect(uploadAs(team, 'eve', { text: TEXT })).rejects.toMatchObject({
        code: 'TEAM_RIGHTS_MISSING',
      });
      expect(psql(team, 'SELECT count(*) FROM memora.upload')).toBe('0');
      for (let i = 0; i < 20; i++) await uploadAs(team, 'ben', { text: TEXT, name: `${i}.txt` });
      await refuse('TEAM_UPLOADS_FULL', {});
      await refuse('TEAM_UPLOADS_FULL', { name: 'b.txt' });
    });

    it.each([
      ['removed', (team: TestTeam) => removeMember(team.as('ann'), { principal: 'ben', isGroup: false })],
      [
        'a reader',
        (team: TestTeam) => addMember(team.as('ann'), { principal: 'ben', isGroup: false, role: 'reader' }),
      ],
    ] as const)('write nothing for a member who is %s while they are read', async (_, change) => {
      await using team = await setupTeam(server());
      await uploadAs(team, 'ben', { text: TEXT });
      const report = await readNext(team, {
        read: async ({ bytes }) => {
          await change(team);
          return [noteOf(bytes.toString())];
        },
      });
      expect(report?.outcome).not.toBe('done');
      expect(psql(team, 'SELECT count(*) FROM memora.head')).toBe('0');
      expect(pieces(team)).toBe('0');
    });

    it('write nothing for a member who lost the right before, and say so in the state and the audit', async () => {
      await using team = await setupTeam(server());
      await uploadAs(team, 'ben', { text: TEXT });
      await addMember(team.as('ann'), { principal: 'ben', isGroup: false, role: 'reader' });
      expect(await readNext(team)).toMatchObject({ outcome: 'refused', code: 'TEAM_RIGHTS_MISSING' });
      expect(await stateOf(team, 'ben')).toEqual([['refused', 'TEAM_RIGHTS_MISSING']]);
      const acts = await readAudit({ since: new Date(0) }, team.as('ann'));
      expect(acts.at(-1)).toMatchObject({
        ...{ principal: 'ben', act: 'team upload read' },
        detail: { outcome: 'TEAM_RIGHTS_MISSING', scope: 'workspace', notes: 0 },
      });
    });

    it('count the groups of a token until it ends, and those of the database as they are', async () => {
      await using team = await setupTeam(server());
      await addUserScope(team.as('ann'), 'payments', true);
      const groups = ['payments'];
      const upload = (more: object) => uploadAs(team, 'ben', { text: TEXT, kind: '@payments', ...more });
      await upload({ groups, until: 2_000, name: '1.txt' });
      expect(await readNext(team, { now: () => 1_000 })).toMatchObject({ outcome: 'done' });
      await upload({ groups, until: 2_000, name: '2.txt' });
      expect(await readNext(team, { now: () => 3_000 })).toMatchObject({ code: 'TEAM_RIGHTS_MISSING' });
      const change = (act: 'add' | 'remove') =>
        changeGroup(team.as('ann'), { group: 'payments', principal: 'ben' }, act);
      await change('add');
      await upload({ name: '3.txt' });
      await change('remove');
      expect(await readNext(team)).toMatchObject({ code: 'TEAM_RIGHTS_MISSING' });
    });

    it('are withdrawn by their principal alone, also while they are read', async () => {
      await using team = await setupTeam(server());
      const upload = await uploadAs(team, 'ben', { text: TEXT });
      for (const who of ['ann', 'eve']) expect(await withdrawUpload(team.as(who), upload)).toBe(false);
      const report = await readNext(team, {
        read: async ({ bytes }) => {
          expect(await stateOf(team, 'ben')).toEqual([['reading', null]]);
          expect(await withdrawUpload(team.as('ben'), upload)).toBe(true);
          return [noteOf(bytes.toString())];
        },
      });
      expect(report).toMatchObject({ outcome: 'lost' });
      expect([psql(team, 'SELECT count(*) FROM memora.head'), pieces(team)]).toEqual(['0', '0']);
    });

    it('are written once, whichever of two workers is late', async () => {
      await using team = await setupTeam(server());
      await uploadAs(team, 'ben', { text: TEXT });
      const late = await readNext(team, {
        read: async ({ bytes }) => {
          // This one was silent for too long, and another one has read the document meanwhile.
          makeDue(team);
          expect(await readNext(team)).toMatchObject({ outcome: 'done' });
          return [noteOf(`${bytes} Late.`)];
        },
      });
      expect(late).toMatchObject({ outcome: 'lost' });
      expect(psql(team, 'SELECT max(version) FROM memora.version')).toBe('1');
    });

    it('keep their lease while they are read, and are read again where somebody changed the note meanwhile', async () => {
      await using team = await setupTeam(server());
      await uploadAs(team, 'ben', { text: TEXT });
      const report = await readNext(team, {
        lasting: 300,
        read: async ({ bytes, standing }) => {
          await standing(PATH);
          await new Promise((resolve) => setTimeout(resolve, 1_000));
          expect(await readNext(team)).toBeNull();
          await openTeamNotes(team.as('ann')).replaceNote(PATH, Buffer.from('Hers.\n'), 0);
          return [noteOf(bytes.toString())];
        },
      });
      expect(report).toMatchObject({ outcome: 'put off', code: 'NOTE_CHANGED' });
      expect(String(await readTeamNote(PATH, team.as('ann')))).toBe('Hers.\n');
    });

    it('become notes of their folder alone, whatever a reader says', async () => {
      await using team = await setupTeam(server());
      for (const path of ['pump.md', '_ledger.md', 'global/x.md', '../x.md', 'ingested/../x.md']) {
        await uploadAs(team, 'ben', { text: path });
        const report = await readNext(team, { read: async () => [noteOf('x', 'x', { path })] });
        expect([path, report?.code]).toEqual([path, 'NOTE_PATH_INVALID']);
      }
      await uploadAs(team, 'ben', { text: TEXT, region: 'default' });
      const ledger = { read: async () => [noteOf('x', 'x', { path: '_ledger.md' })] };
      expect(await readNext(team, ledger)).toMatchObject({ outcome: 'refused', code: 'NOTE_PATH_INVALID' });
    });

    it('are put off where the database or the worker is at fault, and refused with the code of the reader', async () => {
      await using team = await setupTeam(server());
      await uploadAs(team, 'ben', { text: TEXT });
      const fails = (code: string) => ({
        read: async () => {
          throw new MemoraError('no', { code, hint: 'no' });
        },
      });
      for (const code of [
        'PARSER_MISSING',
        'READER_MISSING',
        'TEAM_UNREACHABLE',
        'TEAM_DISK_FULL',
        'PARSER_MISSING',
      ]) {
        expect(await readNext(team, fails(code))).toMatchObject({ outcome: 'put off', code });
        makeDue(team);
      }
      expect(await readNext(team, fails('DOCUMENT_ENCRYPTED'))).toMatchObject({ outcome: 'refused' });
      expect(await stateOf(team, 'ben')).toEqual([['refused', 'DOCUMENT_ENCRYPTED']]);
      expect(pieces(team)).toBe('0');
    });
  },
);
