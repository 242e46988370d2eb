import { addUserScope, closeUserScope, readChosenEmbedder } from '@memora/postgres';
import { whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddingServer, openEmbeddingServer } from '../../testing-fixtures/embedding-server.ts';
import { type ChoosingTeam, openChoosingTeam, tableOf } from '../../testing-fixtures/open-choosing-team.ts';

const QUESTION = 'Which pump stands in Brno?';

const reason = whyNoServer();
describe.skipIf(reason !== null)(`embedders that are asked${reason === null ? '' : ` (${reason})`}`, () => {
  let team: ChoosingTeam;
  let small: EmbeddingServer;
  let tiny: EmbeddingServer;
  const embedderOf = (scope: number) =>
    team.rows(`SELECT embedder FROM memora.vector_set WHERE scope = ${scope} AND state = 'ready'`);

  beforeAll(async () => {
    [small, tiny] = [await openEmbeddingServer(), await openEmbeddingServer(8)];
    team = await openChoosingTeam(
      [tableOf('', small, 'embed'), tableOf('small', small), tableOf('tiny', tiny)].join('\n'),
    );
    await addUserScope(team.acting(), 'ann');
    await team.push({
      'pump.md': '# Pump Nine\n\nPump Nine stands in Brno.\n',
      'global/rule.md': '# Rule\n\nEvery pump in Brno has a guard.\n',
      'users/ann/mine.md': '# Mine\n\nMy own pump is old.\n',
    });
    await team.publish();
    await team.embed();
    await team.choose('tiny');
    await team.embed();
  }, 120_000);
  afterEach(() => {
    for (const each of [small, tiny]) each.status = null;
  });
  afterAll(async () => {
    await team?.[Symbol.asyncDispose]();
    for (const each of [small, tiny]) await each?.[Symbol.asyncDispose]();
  });

  it('compare each scope with the question as its own embedder embeds it', async () => {
    const asked = [small.texts.length, tiny.texts.length];
    const { reasons, hits } = await team.ask('acme', QUESTION);
    expect(reasons).toEqual([]);
    expect([small.texts.slice(asked[0]), tiny.texts.slice(asked[1])]).toEqual([[QUESTION], [QUESTION]]);
    const byVector = hits.filter(({ why }) => why.legs.includes('vector'));
    expect(byVector.map(({ claim }) => claim.notePath)).toEqual(
      expect.arrayContaining(['pump.md', expect.stringContaining('rule.md'), '@me/mine.md']),
    );
  }, 120_000);

  it('cost only their own scopes if they fail, and the answer says so', async () => {
    small.status = 500;
    const { reasons, hits } = await team.ask('acme', QUESTION);
    expect(reasons).toEqual([expect.stringContaining('embedder_failed')]);
    const byVector = hits.filter(({ why }) => why.legs.includes('vector'));
    expect(byVector.map(({ claim }) => claim.notePath)).toContain('pump.md');
    expect(byVector.every(({ claim }) => !claim.notePath.includes('rule.md'))).toBe(true);
  }, 120_000);

  it('are those that the administrators of the global scope choose, for that scope alone', async () => {
    await team.choose('tiny', '@global');
    expect(await readChosenEmbedder(team.acting('@global'))).toBe('tiny');
    expect(await readChosenEmbedder(team.acting('blue'))).toBe('default');
    await team.embed();
    expect(embedderOf(team.scopeOf('@global'))).toMatch(/^embedder.tiny:/);
    await team.choose('default', '@global');
    await team.embed();
  }, 120_000);

  it('are those of now for a scope that was closed while another one was chosen', async () => {
    const scope = Number(
      team.rows("SELECT id FROM memora.scope WHERE kind = 'user' AND owner = 'ann' AND epoch > 0"),
    );
    await closeUserScope(team.acting(), 'ann', true);
    await team.choose('small');
    await team.embed();
    expect(embedderOf(scope)).toMatch(/^embedder.tiny:/);
    await closeUserScope(team.acting(), 'ann', false);
    await team.embed();
    expect(embedderOf(scope)).toMatch(/^embedder.small:/);
  }, 120_000);
});
