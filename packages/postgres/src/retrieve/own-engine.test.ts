import type { CustomRetriever } from '@memora/retrieval';
import { describe, expect, it } from 'vitest';
import { eraseTeamNote } from '../erase/erase-team-note.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { runWorkerOnce } from '../publish/run-worker.ts';
import { openTeamReader } from '../read/open-team-reader.ts';
import { setupTeam } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { openTeamRetriever } from './open-team-retriever.ts';

const server = useServer();

describe.skipIf(noServer !== null)(
  `a team with an engine of its own${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('finds what the engine names and the member may see, and nothing that was erased', async () => {
      await using team = await setupTeam(server());
      const [ann, ben] = [team.as('ann'), team.as('ben')];
      await pushFolder({
        ...ben,
        root: team.folder({
          'pump.md': 'Pump Nine runs at 44 Hz.\n',
          'open.md': '---\nprivacy: public\n---\n\nThe gate opens at dawn.\n',
          'gone.md': 'The turbine weighs 12 tons.\n',
          'users/ben/mine.md': 'The vault code changes on Mondays.\n',
        }),
      });
      const publish = () => runWorkerOnce({ ...ann, folder: team.folder() });
      await publish();
      const { claims } = await (await openTeamReader(ben)).listClaims();
      expect(claims).toHaveLength(4);
      const named = [
        { id: 'nosuchclaim00000', score: 9 },
        ...claims.map(({ id }, i) => ({ id, score: 4 - i })),
      ];
      const engine: CustomRetriever = { find: async () => [...named, ...named] };
      const pathsOf = async (who: typeof ann, bands?: readonly ['public']) => {
        const { hits } = await openTeamRetriever({ ...who, engine }).query('zebra', {
          ...(bands === undefined ? {} : { bands }),
        });
        return hits.map(({ claim }) => claim.notePath).sort();
      };
      expect(await pathsOf(ben)).toEqual(['@me/mine.md', 'gone.md', 'open.md', 'pump.md']);
      expect(await pathsOf(ann)).toEqual(['gone.md', 'open.md', 'pump.md']);
      expect(await pathsOf(ann, ['public'])).toEqual(['open.md']);
      expect(await pathsOf({ ...ann, principal: { name: 'nobody' } }).catch(({ code }) => code)).toBe(
        'TEAM_NOT_A_MEMBER',
      );
      await eraseTeamNote('gone.md', { ...ann, folder: team.folder(), backupHorizon: null });
      await publish();
      expect(await pathsOf(ann)).toEqual(['open.md', 'pump.md']);
    });

    it.each<[string, CustomRetriever['find']]>([
      ['fails', () => Promise.reject(new Error('no route to 4711'))],
      ['never answers', () => new Promise(() => undefined)],
    ])('answers by words if the engine %s, and says so', async (_, find) => {
      await using team = await setupTeam(server());
      const ben = team.as('ben');
      await pushFolder({ ...ben, root: team.folder({ 'pump.md': 'Pump Nine runs at 44 Hz.\n' }) });
      await runWorkerOnce({ ...ben, folder: team.folder() });
      const { hits, degradedReasons } = await openTeamRetriever({
        ...{ ...ben, engine: { find }, timeout: 5_000 },
      }).query('Pump Nine');
      expect(hits.map(({ claim }) => claim.notePath)).toEqual(['pump.md']);
      expect(degradedReasons.join()).toContain('vector');
      expect(degradedReasons.join()).not.toContain('4711');
    });
  },
);
