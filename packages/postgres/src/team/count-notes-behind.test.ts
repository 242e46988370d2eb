import { describe, expect, it } from 'vitest';
import { eraseTeamNote } from '../erase/erase-team-note.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { runWorkerOnce } from '../publish/run-worker.ts';
import { setupTeam, type TestTeam, writeNote } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { countNotesBehindByScope, countTeamNotesBehind } from './count-notes-behind.ts';
import { readTeamStatus } from './team-status.ts';

const server = useServer();

/** The count of the status looks at every note, and is as large at all times. */
const counts = async (ann: ReturnType<TestTeam['as']>) => [
  await countTeamNotesBehind(ann),
  (await readTeamStatus(ann)).reduce((sum, { behind }) => sum + behind, 0),
];

describe.skipIf(noServer !== null)(`notes behind${noServer === null ? '' : ` (${noServer})`}`, () => {
  it('are new, changed, deleted and erased ones, until they are published', async () => {
    await using team = await setupTeam(server());
    const ann = team.as('ann');
    const root = team.folder({ 'kim.md': 'Kim owns a quokka.\n', 'lee.md': 'Lee owns a boat.\n' });
    const disk = team.folder();
    const publish = () => runWorkerOnce({ ...ann, folder: disk });
    await pushFolder({ ...ann, root });
    expect(await counts(ann)).toEqual([2, 2]);
    await publish();
    expect(await counts(ann)).toEqual([0, 0]);
    writeNote(root, 'lee.md', 'Lee owns two boats.\n');
    writeNote(root, 'max.md', 'Max owns a kite.\n');
    await pushFolder({ ...ann, root });
    expect(await counts(ann)).toEqual([2, 2]);
    await publish();

    const isErased = () =>
      server().psql("SELECT count(*) FROM memora.head WHERE path = 'max.md'", team.database) === '0';
    const erase = (now = () => new Date()) =>
      eraseTeamNote('max.md', { ...ann, folder: disk, backupHorizon: null, now });
    // Interrupted once the note is erased, before that is published.
    const stop = () => {
      if (isErased()) throw new RangeError('stopped');
      return new Date();
    };
    await expect(erase(stop)).rejects.toThrow(RangeError);
    expect(await counts(ann)).toEqual([1, 1]);
    expect([...(await countNotesBehindByScope(ann)).keys()]).toEqual(['workspace']);
    await erase();
    expect(await counts(ann)).toEqual([0, 0]);

    // As a replay of erasures leaves it.
    server().psql(
      "DELETE FROM memora.head WHERE path = 'lee.md'; UPDATE memora.scope SET notes_at = NULL WHERE epoch > 0",
      team.database,
    );
    expect(await counts(ann)).toEqual([1, 1]);
    await publish();
    expect(await counts(ann)).toEqual([0, 0]);
  }, 120_000);
});
