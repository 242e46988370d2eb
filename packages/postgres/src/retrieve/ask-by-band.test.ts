import type { Band } from '@memora/core';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushFolder } from '../notes/push-folder.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { countRows } from '../testing-fixtures/count-rows.ts';
import { setupTeam, WORKSPACE } from '../testing-fixtures/setup-team.ts';
import { openTeamRetriever } from './open-team-retriever.ts';

const PUBLIC = 24;
/** A separate passage for each pump: a section that is too long to be joined with the next one. */
const linesOf = (name: string, count: number) =>
  Array.from(
    { length: count },
    (_, i) => `## Pump ${name}${i}\n\nPump ${name}${i} runs at ${i + 30} Hz in the north hall, ${FILLER}.`,
  ).join('\n\n');
const FILLER = Array.from({ length: 60 }, () => 'as ever').join(' ');

const reason = whyNoServer();
describe.skipIf(reason !== null)(`a question for a band${reason === null ? '' : ` (${reason})`}`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  /** The claims found in one band among many newer ones of another, and the number of rows read for it. */
  async function askBeside(hidden: number, bands: readonly Band[] = ['public']) {
    await using team = await setupTeam(server);
    const ben = team.as('ben');
    const [root, disk, scope] = [team.folder, team.folder(), await team.scope('workspace')];
    const publish = async (notes: Readonly<Record<string, string>>) => {
      await pushFolder({ ...ben, root: root(notes) });
      await workOnScope({ ...ben, scope, folder: disk });
    };
    await publish({ 'open.md': `---\nprivacy: public\n---\n\n# Open\n\n${linesOf('p', PUBLIC)}\n` });
    await publish({ 'own.md': `---\nprivacy: private\n---\n\n# Own\n\n${linesOf('h', hidden)}\n` });
    const { source, fetched } = countRows(team.source);
    const retriever = openTeamRetriever({ source, principal: { name: 'eve' }, workspace: WORKSPACE });
    const { hits } = await retriever.query('which pump runs in the north hall', {
      bands,
      k: 2 * PUBLIC,
    });
    return { paths: hits.map(({ claim }) => claim.notePath), rows: [...fetched] };
  }

  it('gives all there is, and reads as many rows, however much of other bands holds its words', async () => {
    const [few, many] = [await askBeside(700), await askBeside(2_100)];
    expect(few.paths).toEqual(Array.from({ length: PUBLIC }, () => 'open.md'));
    expect(many.paths).toEqual(few.paths);
    expect(many.rows).toEqual(few.rows);
  }, 120_000);
});
