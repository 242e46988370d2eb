import { setTimeout as wait } from 'node:timers/promises';
import { fingerprint } from '@memora/core';
import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import { describe, expect, it } from 'vitest';
import { openPool } from '../connect/open-pool.ts';
import { readAddress } from '../connect/read-address.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { eraseTeamNote } from '../erase/erase-team-note.ts';
import { eraseUser } from '../erase/erase-user.ts';
import { removeUserScope } from '../erase/remove-scope.ts';
import { removeWorkspace } from '../erase/remove-workspace.ts';
import { listErasures, replayErasures } from '../erase/replay-erasures.ts';
import { openTeamNotes } from '../notes/open-team-notes.ts';
import { resealNotes } from '../notes/sealing/reseal-notes.ts';
import { closeUserScope, removeMember } from '../team/members.ts';
import { copyDatabase } from '../testing-fixtures/copy-database.ts';
import { setupTeam, type TestTeam } from '../testing-fixtures/setup-team.ts';
import { CODEC, noteOf, OTHER_CODEC, readNext, uploadAs } from '../testing-fixtures/upload-as.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';

const server = useServer();
const TEXT = 'The heron has 3 doors.\n';
const PATH = 'ingested/a.txt.md';
const count = (team: TestTeam, table = 'upload') =>
  server().psql(`SELECT count(*) FROM memora.${table}`, team.database);

/** A reader whose notes name their original and the time of reading, like a real reader's. */
const reader = () => ({
  read: async ({
    bytes,
    about,
    standing,
  }: {
    bytes: Buffer;
    about: { name: string };
    standing: (path: string) => Promise<unknown>;
  }) => {
    await standing(`ingested/${about.name}.md`);
    const originHash = fingerprint(bytes);
    const text = `---\norigin_hash: ${originHash}\nretrieved: ${++clock}\n---\n${bytes}`;
    return [noteOf(text, about.name, { originHash })];
  },
});
let clock = 0;

describe.skipIf(noServer !== null)(`uploads and erasures${noServer === null ? '' : ` (${noServer})`}`, () => {
  it('an erased note comes back by no upload: none that waits, none that is read, and none that comes later', async () => {
    await using team = await setupTeam(server());
    const ann = { ...team.as('ann'), codec: CODEC };
    await uploadAs(team, 'ben', { text: TEXT });
    await readNext(team, reader());
    const erase = () => eraseTeamNote(PATH, { ...ann, folder: team.folder(), backupHorizon: null });
    // One waits under another name, and one is being read at the moment of the erasure.
    await uploadAs(team, 'ann', { text: TEXT, name: 'waits.txt' });
    await uploadAs(team, 'ben', { text: TEXT, name: 'read.txt' });
    const { read } = reader();
    const report = await readNext(team, {
      read: async (document) => {
        await erase();
        return read(document);
      },
    });
    expect(report).toMatchObject({ outcome: 'lost' });
    // Neither of them remains, and nothing that described the first one.
    expect([count(team), count(team, 'upload_piece')]).toEqual(['0', '0']);
    for (const who of ['ann', 'ben'])
      await expect(uploadAs(team, who, { text: TEXT, name: 'later.txt' })).rejects.toMatchObject({
        code: 'NOTE_ERASED',
      });
    expect(await readNext(team, reader())).toBeNull();
    expect(
      server().psql("SELECT count(*) FROM memora.head WHERE path LIKE 'ingested/%'", team.database),
    ).toBe('0');
    // A different document may be read.
    await uploadAs(team, 'ben', { text: 'The kite flies.\n', name: 'kite.txt' });
    expect(await readNext(team, reader())).toMatchObject({ outcome: 'done' });
  });

  it('an erased part of a source with many documents is refused as a part of the next source', async () => {
    await using team = await setupTeam(server());
    const ann = { ...team.as('ann'), codec: CODEC };
    const part = fingerprint(Buffer.from('a mail'));
    const mails = (name: string) => ({
      read: async () => [
        noteOf(`---\norigin_hash: ${part}\n---\nMail ${++clock}.\n`, name, { originHash: part }),
      ],
    });
    await uploadAs(team, 'ben', { text: 'first box' });
    await readNext(team, mails('a.txt'));
    await eraseTeamNote(PATH, { ...ann, folder: team.folder(), backupHorizon: null });
    await uploadAs(team, 'ben', { text: 'second box' });
    expect(await readNext(team, mails('b.txt'))).toMatchObject({ outcome: 'refused', code: 'NOTE_ERASED' });
    expect(count(team, 'upload_piece')).toBe('0');
  });

  it('an erasure without the key leaves the mark of the document, and is refused where it could not', async () => {
    await using team = await setupTeam(server());
    const keyless = {
      ...{ ...team.as('ann'), codec: undefined },
      ...{ folder: team.folder(), backupHorizon: null },
    };
    await uploadAs(team, 'ben', { text: TEXT });
    await readNext(team, reader());
    await uploadAs(team, 'ann', { text: TEXT, name: 'waits.txt' });
    await eraseTeamNote(PATH, keyless);
    await expect(uploadAs(team, 'ben', { text: TEXT })).rejects.toMatchObject({ code: 'NOTE_ERASED' });
    expect(await readNext(team, reader())).toMatchObject({ outcome: 'refused', code: 'NOTE_ERASED' });
    expect(count(team, 'upload_piece')).toBe('0');
    // It is unknown what a sealed note was read from.
    await uploadAs(team, 'ben', { text: 'The kite flies.\n', name: 'kite.txt' });
    const sealed = { read: async () => [noteOf('The kite flies.\n', 'kite.txt', { isSecret: true })] };
    await readNext(team, sealed);
    const erasing = eraseTeamNote('ingested/kite.txt.md', keyless);
    await expect(erasing).rejects.toMatchObject({ code: 'TEAM_KEY_MISSING' });
    expect(server().psql("SELECT count(*) FROM memora.head WHERE path LIKE '%kite%'", team.database)).toBe(
      '1',
    );
  });

  it('an erased document is refused under a new key too', async () => {
    await using team = await setupTeam(server());
    const ann = { ...team.as('ann'), codec: CODEC };
    await uploadAs(team, 'ben', { text: TEXT });
    await readNext(team, reader());
    await eraseTeamNote(PATH, { ...ann, folder: team.folder(), backupHorizon: null });
    const { hash, workspace, principal } = ann;
    await resealNotes({ source: team.owner, workspace, principal, hash, from: CODEC, to: OTHER_CODEC });
    await expect(uploadAs(team, 'ben', { text: TEXT, codec: OTHER_CODEC })).rejects.toMatchObject({
      code: 'NOTE_ERASED',
    });
  });

  it('a note whose row somebody edited can be erased, and so can a very long one', async () => {
    await using team = await setupTeam(server());
    const ann = { ...team.as('ann'), codec: CODEC };
    await openTeamNotes(ann).replaceNote('a.md', Buffer.from('Heron.\n'), 0);
    server().psql("UPDATE memora.blob SET bytes = 'other'", team.database);
    await eraseTeamNote('a.md', { ...ann, folder: team.folder(), backupHorizon: null });
    expect(server().psql("SELECT count(*) FROM memora.version WHERE path = 'a.md'", team.database)).toBe('0');
  });

  it('leaves nothing of a document that begins to arrive while its person is erased', async () => {
    await using team = await setupTeam(server());
    const erasing = uploadAs(team, 'ben', {
      text: TEXT,
      before: async () => {
        await eraseUser(team.as('ann'), 'ben');
      },
    });
    await expect(erasing).rejects.toMatchObject({ code: 'TEAM_RIGHTS_MISSING' });
    expect(count(team)).toBe('0');
    // A transaction that has begun an upload and has not ended. The erasure waits for it.
    const { source, workspace } = team.as('ann');
    let erased: Promise<unknown> = Promise.resolve();
    await transactionAs(source, { role: 'write', principal: { name: 'eve' }, workspace }, async (db) => {
      const [row] = await db.rows<[number]>(
        "SELECT id FROM memora.scope WHERE kind = 'user' AND owner = 'eve'",
      );
      await db.rows('SELECT memora.open_upload($1, $2, $3, $4)', [
        row?.[0],
        ...[Buffer.from('1'), Buffer.from('2'), Buffer.from('3')],
      ]);
      erased = eraseUser(team.as('ann'), 'eve');
      await wait(500);
    });
    await erased;
    expect(count(team)).toBe('0');
  });

  it.each([
    ['a person is erased', (team: TestTeam) => eraseUser(team.as('ann'), 'ben')],
    [
      'a member is removed',
      (team: TestTeam) => removeMember(team.as('ann'), { principal: 'ben', isGroup: false }),
    ],
  ])('what somebody uploaded is erased in every scope when %s', async (_, act) => {
    await using team = await setupTeam(server());
    await uploadAs(team, 'ben', { text: TEXT });
    await uploadAs(team, 'ben', { text: TEXT, kind: 'user' });
    await uploadAs(team, 'ann', { text: TEXT });
    await act(team);
    expect(server().psql("SELECT string_agg(principal, ' ') FROM memora.upload", team.database)).toBe('ann');
    expect(count(team, 'upload_piece')).toBe('1');
  });

  it('leaves no name beside what was written in the moment of the erasure of a person', async () => {
    await using team = await setupTeam(server());
    await uploadAs(team, 'ben', { text: TEXT });
    const report = await readNext(team, {
      read: async ({ bytes }) => {
        await eraseUser(team.as('ann'), 'ben');
        return [noteOf(bytes.toString())];
      },
    });
    expect(report).toMatchObject({ outcome: 'lost' });
    expect(server().psql("SELECT count(*) FROM memora.version WHERE author = 'ben'", team.database)).toBe(
      '0',
    );
  });

  it.each([
    ['closed', (team: TestTeam) => closeUserScope(team.as('ann'), 'ben', true)],
    [
      'removed',
      async (team: TestTeam) => {
        await closeUserScope(team.as('ann'), 'ben', true);
        await removeUserScope(team.as('ann'), 'ben');
      },
    ],
    ['of a workspace that is removed', (team: TestTeam) => removeWorkspace(team.owner, 'acme')],
  ])('what waits in a scope is erased when the scope is %s', async (_, act) => {
    await using team = await setupTeam(server());
    await uploadAs(team, 'ben', { text: TEXT, kind: 'user' });
    await act(team);
    expect([count(team), count(team, 'upload_piece')]).toEqual(['0', '0']);
  });

  it('replayed erasures reach what a restored backup holds of uploads', async () => {
    await using team = await setupTeam(server());
    const ann = { ...team.as('ann'), codec: CODEC };
    await uploadAs(team, 'ben', { text: TEXT });
    await readNext(team, reader());
    await uploadAs(team, 'ben', { text: TEXT, name: 'again.txt' });
    await uploadAs(team, 'eve', { text: 'Eve keeps 5 euros.\n', kind: 'user' });
    const restored = await copyDatabase(server(), team.database);
    const source = openPool(readAddress({ url: server().url(restored, 'app'), from: 'flag', env: TEAM_ENV }));
    await using _closed = { [Symbol.asyncDispose]: source.close };
    await eraseTeamNote(PATH, { ...ann, folder: team.folder(), backupHorizon: null });
    await eraseUser(ann, 'eve');
    const kept = await listErasures(ann);
    await replayErasures(kept, { ...ann, source });
    expect(server().psql("SELECT count(*) FROM memora.upload WHERE state = 'waiting'", restored)).toBe('0');
    expect(server().psql('SELECT count(*) FROM memora.upload_piece', restored)).toBe('0');
  });
});
