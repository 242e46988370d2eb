import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecretCodec } from '@memora/privacy/keyring';
import { describe, expect, it } from 'vitest';
import type { ConnectionSource } from '../../connect/connection.ts';
import { eraseTeamNote } from '../../erase/erase-team-note.ts';
import { workOnScope } from '../../publish/scope-worker.ts';
import { createClaimReader } from '../../read/create-claim-reader.ts';
import { readAudit } from '../../team/audit.ts';
import { beforeRows } from '../../testing-fixtures/before-rows.ts';
import { setupTeam, writeNote } from '../../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../../testing-fixtures/use-server.ts';
import { listNoteVersions, restoreNoteVersion } from '../note-versions.ts';
import { pullFolder } from '../pull-folder.ts';
import { pushFolder } from '../push-folder.ts';
import { resealNotes } from './reseal-notes.ts';

const server = useServer();
const [from, to] = [7, 8].map((byte) => createSecretCodec(new Uint8Array(32).fill(byte))) as [
  ReturnType<typeof createSecretCodec>,
  ReturnType<typeof createSecretCodec>,
];
const secret = (words: string) => `---\nprivacy: secret\n---\n${words}\n`;

describe.skipIf(noServer !== null)('a team whose key of secret notes is changed', () => {
  it('has every version under the new key, loses nothing where that is cut off, and goes on where it was', async () => {
    await using team = await setupTeam(server());
    const ann = { ...team.as('ann'), codec: from };
    const scope = await team.scope('workspace');
    const notes = {
      'safe.md': secret('The safe is behind the red door.'),
      'plan.md': secret('The plan is to buy the lake.'),
      'users/ann/own.md': secret('The code of Ann is 4711.'),
      'open.md': 'The pump runs at 40 bar.\n',
    };
    const root = team.folder(notes);
    await pushFolder({ ...ann, root });
    const disk = team.folder();
    await workOnScope({ ...ann, scope, folder: disk });
    writeNote(root, 'safe.md', secret('The safe is behind the blue door.'));
    await pushFolder({ ...ann, root });
    const keys = () =>
      server()
        .psql(
          "SELECT encode(substr(bytes, 1, 8), 'hex'), count(*) FROM memora.blob WHERE sealed GROUP BY 1 ORDER BY 1",
          team.database,
        )
        .split('\n')
        .map((line) => line.split('|'));
    expect(keys()).toEqual([[from.keyId, '4']]);

    const reseal = (source: ConnectionSource) =>
      resealNotes({ ...ann, source, from, to, principal: { name: 'ann' } });
    // The connection breaks between two rows of the second text.
    let deleted = 0;
    const dying = beforeRows(team.owner, async (sql) => {
      if (sql.startsWith('delete from memora.blob') && ++deleted === 2) throw new Error('died');
    });
    await expect(reseal(dying)).rejects.toThrow('died');
    expect(Object.fromEntries(keys())).toEqual({ [from.keyId]: '3', [to.keyId]: '1' });
    // No text is sealed with the old key any more, and each note opens with one of the two.
    const stale = team.folder({ 'new.md': secret('Too late.') });
    await expect(pushFolder({ ...ann, root: stale })).rejects.toMatchObject({ code: 'TEAM_KEY_OTHER' });
    const pulled = async (codec: typeof from) =>
      (await pullFolder({ ...ann, codec, root: team.folder() })).skipped.length;
    expect((await pulled(from)) + (await pulled(to))).toBe(3);

    expect(await reseal(team.owner)).toEqual({ resealed: 3, others: 0 });
    expect(keys()).toEqual([[to.keyId, '4']]);
    expect(await reseal(team.owner)).toEqual({ resealed: 0, others: 0 });
    const bea = { ...ann, codec: to };
    const copy = team.folder();
    await pullFolder({ ...bea, root: copy });
    for (const [path, text] of Object.entries({
      ...notes,
      'safe.md': secret('The safe is behind the blue door.'),
    }))
      expect(readFileSync(join(copy, path), 'utf8')).toBe(text);
    expect((await pushFolder({ ...bea, root })).written).toEqual([]);

    // The worker publishes under the new key, which also opens earlier versions.
    expect((await workOnScope({ ...bea, scope, folder: disk })).failures).toEqual([]);
    const { claims } = await createClaimReader({ ...bea, scope }).listClaims();
    expect(
      claims.flatMap(({ band, notePath, span }) => (band === 'secret' ? [[notePath, span.end]] : [])),
    ).toEqual([
      ['plan.md', notes['plan.md'].length - 1],
      ['safe.md', secret('The safe is behind the blue door.').length - 1],
    ]);
    expect(await listNoteVersions('safe.md', bea)).toHaveLength(2);
    await restoreNoteVersion('safe.md', 1, bea);
    await pullFolder({ ...bea, root: copy });
    expect(readFileSync(join(copy, 'safe.md'), 'utf8')).toBe(notes['safe.md']);
    const acts = (await readAudit({ since: new Date(0) }, ann)).filter(({ act }) => act === 'team reseal');
    expect(acts.map(({ detail }) => (detail as { outcome: string }).outcome)).toEqual([
      'begun',
      'begun',
      'ok',
      'begun',
      'ok',
    ]);
    expect(JSON.stringify(acts)).not.toContain('safe');
  });
  it('brings nothing back that is erased while it waits, and seals what was sealed, whatever it says', async () => {
    await using team = await setupTeam(server());
    const ann = { ...team.as('ann'), codec: from };
    await pushFolder({
      ...ann,
      root: team.folder({
        'safe.md': secret('The safe is behind the red door.'),
        'users/ann/plan.md': secret('Buy the lake.'),
      }),
    });
    // Text that an earlier version treated as secret, and this one does not.
    const open = Buffer.from('The pump runs at 40 bar.\n');
    const sealed = Buffer.concat([Buffer.from(from.keyId, 'hex'), from.encrypt(open.toString('latin1'))]);
    await team.owner.withConnection(async (db) => {
      await db.run('SET ROLE memora_owner');
      const [old] = await db.rows<[number, Buffer]>(
        "SELECT scope, hash FROM memora.head WHERE path = 'plan.md'",
      );
      const values = [...(old ?? []), Buffer.from(team.hash(sealed)), sealed];
      await db.rows('UPDATE memora.blob SET hash = $3, bytes = $4 WHERE scope = $1 AND hash = $2', values);
      for (const table of ['version', 'head'])
        await db.rows(
          `UPDATE memora.${table} SET hash = $3 WHERE scope = $1 AND hash = $2`,
          values.slice(0, 3),
        );
      await db.run('RESET ROLE');
    });
    // The scope of the workspace comes first.
    let erased = 0;
    const slow = beforeRows(team.owner, async (sql) => {
      if (sql.includes('pg_advisory_xact_lock') && erased++ === 0)
        await eraseTeamNote('safe.md', { ...ann, folder: team.folder(), backupHorizon: null });
    });
    const moving = { ...ann, from, to, principal: { name: 'ann' } };
    const blobs = () =>
      server().psql(
        "SELECT count(*), bool_and(sealed), min(encode(substr(bytes, 1, 8), 'hex')) FROM memora.blob",
        team.database,
      );
    // The name of no workspace changes nothing, including the notes that all workspaces share.
    const typo = { ...moving, source: team.owner, workspace: 'acmee' };
    await expect(resealNotes(typo)).rejects.toMatchObject({
      code: 'TEAM_SCOPE_UNKNOWN',
      message: expect.stringContaining('"acmee"'),
      hint: expect.stringContaining('MEMORA_TEAM_WORKSPACE'),
    });
    const keys = `SELECT count(*) FROM memora.workspace WHERE seal_key = decode('${to.keyId}', 'hex')`;
    expect([blobs(), server().psql(keys, team.database)]).toEqual([`2|t|${from.keyId}`, '0']);
    const report = await resealNotes({ ...moving, source: slow });
    expect([report.others, blobs()]).toEqual([0, `1|t|${to.keyId}`]);
    const copy = team.folder();
    expect((await pullFolder({ ...ann, codec: to, root: copy })).skipped).toEqual([]);
    expect(readFileSync(join(copy, 'users/ann/plan.md'), 'utf8')).toBe(open.toString());
    expect(report.resealed).toBe(1);
  });
});
