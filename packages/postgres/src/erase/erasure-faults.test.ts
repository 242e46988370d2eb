import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { describe, expect, it } from 'vitest';
import type { ConnectionSource } from '../connect/connection.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { losing } from '../testing-fixtures/losing-source.ts';
import { setupTeam, type TestTeam, writeNote } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { eraseTeamNote } from './erase-team-note.ts';

const server = useServer();
const PATH = 'heliotrope.md';
const WORDS = /eliotrope|ebulon/u;

/** The places that still contain a word of the note: tables of the database, and files of workers. */
function findWords(team: TestTeam, disks: readonly string[]): string[] {
  const tables = server().psql(
    `SELECT c.relname FROM pg_class c CROSS JOIN LATERAL query_to_xml(format('SELECT t::text FROM memora.%I t', c.relname), true, false, '') AS rows
     WHERE c.relnamespace = 'memora'::regnamespace AND c.relkind = 'r' AND (rows::text ~ '${WORDS.source}' OR rows::text LIKE '%${Buffer.from('ebulon').toString('hex')}%')`,
    team.database,
  );
  const files = disks.flatMap((disk) =>
    readdirSync(disk, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter(
        (path) => WORDS.test(path.slice(disk.length)) || WORDS.test(readFileSync(path).toString('latin1')),
      ),
  );
  return [...tables.split('\n').filter((table) => table !== ''), ...files];
}

describe.skipIf(noServer !== null)(
  `an erasure that is interrupted${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('can be done again, and leaves no word then, wherever its connections were lost', async () => {
      await using team = await setupTeam(server());
      const ann = team.as('ann');
      const scope = await team.scope('workspace');
      const folder = team.folder({ 'kept.md': 'The hall has 3 doors.\n' });
      const [own, other] = [team.folder(), team.folder()];
      const work = (disk: string) => workOnScope({ ...ann, scope, folder: disk, wait: 60_000 });
      let made = 0;
      const begin = async () => {
        // With new claims each time, which no ledger names yet, and sometimes with none.
        const says = `The heliotrope pump ${made} belongs to Zebulon.\n\nZebulon has ${made} doors.\n`;
        writeNote(folder, PATH, made++ % 3 === 2 ? '# Heliotrope of Zebulon\n' : says);
        await pushFolder({ ...ann, root: folder });
        await work(own);
        await work(other);
      };
      const erase = (source: ConnectionSource) =>
        eraseTeamNote(PATH, {
          ...ann,
          source,
          folder: own,
          backupHorizon: null,
          lasting: 200,
          holder: 'eraser',
        } as never);
      await begin();
      const whole = losing(team.source, -1, false);
      await erase(whole.source);
      const cases = Array.from(
        { length: whole.sent() },
        (_, at) =>
          [
            [at, false],
            [at, true],
          ] as const,
      ).flat();
      expect(cases.length).toBeGreaterThan(20);
      for (const [at, isRun] of everyNth(cases, 23)) {
        await begin();
        const first = await erase(losing(team.source, at, isRun).source).then(
          () => 'done',
          () => 'lost',
        );
        // Another worker's round in between.
        await work(other);
        const again = await erase(team.source).then(
          ({ found }) => found,
          (error: { code: string }) => error.code,
        );
        await work(other);
        await work(own);
        expect([at, isRun, first, again, findWords(team, [own, other])]).toEqual([
          at,
          isRun,
          first,
          expect.anything(),
          [],
        ]);
      }
    }, 3_000_000);
  },
);
