import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import { describe, expect, it, vi } from 'vitest';
import { writeTeamNote } from '../notes/write-team-note.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { waitForEpochs } from '../team/wait-for-epochs.ts';
import { setupTeam } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { type Notices, openNotices } from './open-notices.ts';
import { readAddress } from './read-address.ts';

const server = useServer();

const LONG = 600_000;
const ended = new AbortController();
const bytes = (text: string) => Buffer.from(text);

describe.skipIf(noServer !== null)(
  `notices of a real server${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('tell of a note and of a publication, to whoever hears of that scope, and go on over a lost connection', async () => {
      await using team = await setupTeam(server());
      const ben = team.as('ben');
      const [scope, own] = [await team.scope('workspace'), await team.scope('user', 'ben')];
      const address = readAddress({ url: server().url(team.database, 'app'), from: 'flag', env: TEAM_ENV });
      await using notices = opened(openNotices(address));
      const [notes, epochs, others] = [
        notices.hear('note'),
        notices.hear('epoch', scope),
        notices.hear('epoch', own),
      ];
      // It listens: a subscriber is told to check.
      await Promise.all([notes.next(LONG), epochs.next(LONG), others.next(LONG)]);
      let isTold = false;
      const told = others.next(LONG).then(() => {
        isTold = true;
      });
      const rounds = ['Pump Nine runs at 40 bar.\n', 'Pump Nine runs at 60 bar.\n'];
      const folder = team.folder();
      for (const [version, text] of rounds.entries()) {
        await writeTeamNote('a.md', bytes(text), version, ben);
        await notes.next(LONG);
        const waiting = waitForEpochs({ workspace: version + 1 }, LONG, ben, { notices });
        await workOnScope({ ...ben, scope, folder });
        await epochs.next(LONG);
        expect(await waiting).toEqual([]);
        // About another scope, only the lost connection is reported, because notices may have been missed.
        expect(isTold).toBe(version > 0);
        if (version > 0) break;
        server().psql(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${team.database}' AND query LIKE 'LISTEN%'`,
        );
        await Promise.all([notes.next(LONG), epochs.next(LONG)]);
      }
      await told;
    });

    it('are no condition: who waits looks, where none arrives', async () => {
      await using team = await setupTeam(server());
      const ben = team.as('ben');
      const scope = await team.scope('workspace');
      await using deaf = opened(
        openNotices(
          readAddress({ url: 'postgresql://nobody@127.0.0.1:1/none', from: 'flag', env: TEAM_ENV }),
        ),
      );
      await writeTeamNote('a.md', bytes('Pump Nine runs at 40 bar.\n'), 0, ben);
      const waiting = waitForEpochs({ workspace: 1 }, LONG, ben, { notices: deaf });
      await workOnScope({ ...ben, scope, folder: team.folder() });
      expect(await waiting).toEqual([]);
      const behind = waitForEpochs({ workspace: 9 }, LONG, ben, { notices: deaf, signal: ended.signal });
      ended.abort(new Error('gone'));
      await expect(behind).rejects.toThrow('gone');
    });
  },
);

describe('notices in a process', () => {
  it('are kept for whoever hears and is at work meanwhile, once', async () => {
    const notices = openNotices(null);
    const heard = notices.hear('note', 3);
    vi.useFakeTimers();
    try {
      let woken = 0;
      const hear = () => heard.next(1_000).then(() => woken++);
      for (const tell of [() => notices.tell('note', 4), () => notices.tell('epoch', 3)]) tell();
      const first = hear();
      await vi.advanceTimersByTimeAsync(999);
      expect(woken).toBe(0);
      notices.tell('note', 3);
      await first;
      notices.tell('note', 3);
      notices.tell('note', 3);
      await hear();
      const last = hear();
      await vi.advanceTimersByTimeAsync(999);
      expect(woken).toBe(2);
      heard.end();
      notices.tell('note', 3);
      await vi.advanceTimersByTimeAsync(1);
      await last;
      expect(woken).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });
});

function opened(notices: Notices): Notices & AsyncDisposable {
  return { ...notices, [Symbol.asyncDispose]: notices.close };
}
