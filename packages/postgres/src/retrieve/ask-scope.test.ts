import { describe, expect, it } from 'vitest';
import { pushFolder } from '../notes/push-folder.ts';
import { runWorkerOnce } from '../publish/run-worker.ts';
import { setupTeam } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { openTeamRetriever } from './open-team-retriever.ts';

const server = useServer();

describe.skipIf(noServer !== null)(
  `a question to one scope${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('finds what the scope says, however much the others say of the same, and nothing of theirs', async () => {
      await using team = await setupTeam(server());
      const shared = Array.from({ length: 150 }, (_, i) => [
        `relay-${i}.md`,
        `The relay of Harbor runs in Lisbon at pier ${i}.\n`,
      ]);
      const own = [
        'users/ann/mine.md',
        'For years the old relay of a distant harbor ran quietly near Oslo.\n',
      ];
      const root = team.folder(Object.fromEntries([...shared, own]));
      const ann = team.as('ann');
      await pushFolder({ ...ann, root });
      await runWorkerOnce({ ...ann, folder: team.folder() });
      const pathsOf = async (scope?: 'user' | 'workspace' | '@payments') => {
        const retriever = openTeamRetriever({ ...ann, scope });
        const { hits } = await retriever.query('Does the relay of Harbor run in Lisbon?', { k: 50 });
        return hits.map(({ claim }) => claim.notePath);
      };
      expect(await pathsOf()).not.toContain('@me/mine.md');
      expect(await pathsOf('user')).toEqual(['@me/mine.md']);
      const workspace = await pathsOf('workspace');
      expect(workspace).toHaveLength(50);
      expect(workspace.every((path) => path.startsWith('relay-'))).toBe(true);
      expect(await pathsOf('@payments')).toEqual([]);
    });

    it('about a region finds the regions below it, whatever characters its name has', async () => {
      await using team = await setupTeam(server());
      const root = team.folder({
        '\u{1F6A2} boats/old/raft.md': 'The raft floats at pier 9.\n',
        '\u{1F6A2} boatsheds/raft.md': 'The raft floats at pier 8.\n',
      });
      const ann = team.as('ann');
      await pushFolder({ ...ann, root });
      await runWorkerOnce({ ...ann, folder: team.folder() });
      const { hits } = await openTeamRetriever(ann).query('Does the raft float?', {
        k: 5,
        region: '\u{1F6A2} boats',
      });
      expect(hits.map(({ claim }) => claim.notePath)).toEqual(['\u{1F6A2} boats/old/raft.md']);
    });
  },
);
