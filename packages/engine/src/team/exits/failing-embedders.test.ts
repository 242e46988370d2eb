import { runWorkerOnce, type Tracing } from '@memora/postgres';
import { openWordTable } from '@memora/retrieval';
import { whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddingServer, openEmbeddingServer } from '../../testing-fixtures/embedding-server.ts';
import { type ChoosingTeam, openChoosingTeam, tableOf } from '../../testing-fixtures/open-choosing-team.ts';

const BIRDS = {
  'birds.md': `# Birds\n\n${Array.from({ length: 90 }, (_, i) => `Heron ${i} eats ${i + 2} fish.`).join('\n\n')}\n`,
};
const PUMP = { 'pump.md': '# Pump Nine\n\nPump Nine runs at 40 bar.\n' };

const reason = whyNoServer();
describe.skipIf(reason !== null)(`embedders that fail${reason === null ? '' : ` (${reason})`}`, () => {
  let team: ChoosingTeam;
  let small: EmbeddingServer;
  let tiny: EmbeddingServer;
  let twin: EmbeddingServer;
  let wide: EmbeddingServer;
  let bare: Awaited<ReturnType<ChoosingTeam['configure']>>;
  const servers = () => [small, tiny, twin, wide];
  const retry = () => team.rows('UPDATE memora.embedding SET due_at = now()');
  const waiting = async (workspace?: string) =>
    ((await team.vectorsOf(workspace))?.waiting ?? []).map(
      ({ embedder, problem }) => `${embedder} ${problem}`,
    );

  beforeAll(async () => {
    small = await openEmbeddingServer();
    [tiny, twin, wide] = [
      await openEmbeddingServer(8),
      await openEmbeddingServer(),
      await openEmbeddingServer(4_096),
    ];
    const common = tableOf('', small, 'embed');
    team = await openChoosingTeam(
      [
        ...[common, tableOf('small', small), tableOf('tiny', tiny), tableOf('wide', wide)],
        // The name of a provider at a different address than that of [embed].
        tableOf('openai-compatible', twin),
        `[embedder.missing]\nprovider = "huggingface"\npath = "/nowhere/model"\n`,
      ].join('\n'),
    );
    bare = await team.configure(common);
    await team.push({ ...PUMP, ...BIRDS });
    await team.push(PUMP, 'blue');
    await team.publish();
    await team.embed();
  }, 120_000);
  afterEach(() => {
    for (const each of servers())
      Object.assign(each, { status: null, until: null, onRequest: () => undefined, refuses: () => false });
  });
  afterAll(async () => {
    await team?.[Symbol.asyncDispose]();
    for (const each of servers()) await each?.[Symbol.asyncDispose]();
  });

  it('never compares a question with the vectors of another service, whatever the embedders are called', async () => {
    const asked = small.texts.length;
    await team.choose('openai-compatible');
    expect(await team.ask()).toMatchObject({ reasons: [] });
    expect([small.texts.length, twin.texts.length]).toEqual([asked + 1, 0]);
    await team.embed();
    expect(team.setsOf()).toMatch(/^embedder.openai-compatible:\S+ 26 ready \d+$/);
    expect(twin.texts).toContain('Birds. Heron 3 eats 5 fish.');
    expect((await team.ask()).reasons).toEqual([]);
    expect(small.texts.length).toBe(asked + 1);
    await team.choose('default');
    await team.embed();
  }, 120_000);

  it('gives a scope that nobody has looked at its turn before a larger one', async () => {
    tiny.status = 500;
    await team.choose('tiny');
    await team.embed();
    tiny.status = null;
    retry();
    await team.choose('tiny', 'blue');
    const turns = await team.embed();
    expect(turns[0]?.scope).toBe(team.scopeOf('blue'));
    expect(turns.map(({ scope }) => scope)).toContain(team.scopeOf('acme'));
    expect(team.setsOf()).toMatch(/^embedder.tiny:\S+ 8 ready \d+$/);
  }, 120_000);

  it('records any failure with a code, and gives the other scopes their turns', async () => {
    team.rows(
      `CREATE TABLE public.broken AS SELECT 1 AS one;
         CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN IF EXISTS (SELECT FROM public.broken) THEN RAISE EXCEPTION 'out of order' USING ERRCODE = '22000'; END IF; RETURN NEW; END $$;
         CREATE TRIGGER refuse BEFORE INSERT ON memora.vector_set FOR EACH ROW WHEN (NEW.scope = ${team.scopeOf('acme')}) EXECUTE FUNCTION public.refuse()`,
    );
    await team.choose('small');
    await team.choose('small', 'blue');
    await expect(team.embed()).rejects.toMatchObject({ code: expect.stringMatching(/^TEAM_/) });
    expect(team.setsOf('blue')).toMatch(/^embedder.small:\S+ 26 ready 1$/);
    expect(await waiting()).toEqual([expect.stringMatching(/^small TEAM_/)]);
    expect(team.rows('SELECT failures FROM memora.embedding')).toBe('1');
    team.rows('DELETE FROM public.broken');
    retry();
    await team.embed();
    expect(team.setsOf()).toMatch(/^embedder.small:\S+ 26 ready \d+$/);
    expect(await waiting()).toEqual([]);
  }, 120_000);

  it('says which name a worker lacks, with and without a capture, and leaves what is known of it', async () => {
    await team.choose('tiny');
    expect(await team.embed({}, 'bare', bare)).toEqual([]);
    expect(await waiting()).toEqual(['tiny EMBEDDER_UNKNOWN']);
    tiny.status = 500;
    await team.embed();
    const before = (await team.vectorsOf())?.waiting.find(({ embedder }) => embedder === 'tiny')?.texts;
    expect(before).toBeGreaterThan(80);
    await team.push({ 'fresh.md': '# Fresh\n\nThe kiln is cold.\n' });
    await team.publish('bare', bare);
    expect(await waiting()).toContain('tiny EMBEDDER_UNKNOWN');
    const after = (await team.vectorsOf())?.waiting.find(({ embedder }) => embedder === 'tiny')?.texts;
    expect(after).toBe(before);
    tiny.status = null;
    retry();
    await team.embed();
    expect(team.setsOf()).toMatch(/^embedder.tiny:\S+ 8 ready \d+$/);
    expect(await waiting()).toEqual([]);
  }, 120_000);

  it('goes on with the set in use where the chosen model cannot be opened', async () => {
    await team.choose('missing');
    const before = Number(team.setsOf().split(' ').at(-1));
    await team.push({ 'late.md': '# Late\n\nThe anvil is warm.\n' });
    await team.publish();
    await team.embed();
    expect(team.setsOf()).toMatch(new RegExp(`^embedder.tiny:\\S+ 8 ready ${before + 1}$`, 'u'));
    expect(await waiting()).toEqual(['missing MODEL_NOT_LOADED']);
    expect((await team.ask()).reasons).toEqual([]);
  }, 120_000);

  it('publishes a scope again whose set had a graph, on a new disk, with vectors of another width', async () => {
    await team.choose('small');
    await team.embed({ graphFrom: 10 });
    const graphs = () =>
      team.rows(
        "SELECT coalesce(string_agg(indexname, ' '), '') FROM pg_indexes WHERE indexname LIKE 'near_graph%'",
      );
    const [graph] = graphs().split(' ');
    expect(graph).toMatch(/^near_graph_/);
    // A worker that keeps no graph cannot drop this one, because a question uses it.
    await team.choose('none');
    team.rows(
      "CREATE FUNCTION public.keep() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'kept'; END $$; CREATE EVENT TRIGGER keep ON ddl_command_start WHEN TAG IN ('DROP INDEX', 'CREATE INDEX') EXECUTE FUNCTION public.keep()",
    );
    await team.embed({ graphFrom: 10 });
    expect([team.setsOf(), graphs()]).toEqual(['', graph]);
    await team.choose('tiny');
    await team.embed({ graphFrom: 10 }, 'new-disk');
    expect(team.setsOf()).toMatch(/^embedder.tiny:\S+ 8 ready \d+$/);
    expect((await team.ask()).reasons).toEqual([]);
    team.rows('DROP EVENT TRIGGER keep');
    await team.push({ 'more.md': '# More\n\nThe lathe is loud.\n' });
    await team.publish('new-disk');
    expect(graphs()).toBe('');
    await team.embed({ graphFrom: 10 }, 'new-disk');
    expect(graphs()).toMatch(/^near_graph_\S+$/);
    expect(graphs()).not.toBe(graph);
  }, 120_000);

  it('publishes what others capture while vectors are too wide for a graph', async () => {
    await team.choose('wide');
    await team.embed({ graphFrom: 10 }, 'new-disk');
    expect(team.setsOf()).toMatch(/^embedder.wide:\S+ 4096 ready \d+$/);
    await team.push({ 'blue.md': '# Blue\n\nThe blue door is open.\n' }, 'blue');
    await team.publish('new-disk');
    expect(team.rows('SELECT count(*) FROM memora.job')).toBe('0');
    expect((await team.ask()).legs.has('vector')).toBe(true);
  }, 120_000);

  it('sets aside the one text that an embedder refuses, and nothing where it refuses all', async () => {
    await team.push({ 'odd.md': '# Odd\n\nThe poison is green.\n' });
    await team.publish();
    small.refuses = (text) => text.includes('poison');
    await team.choose('small');
    await team.embed();
    expect(team.setsOf()).toMatch(/^embedder.small:\S+ 26 ready \d+$/);
    expect(await team.vectorsOf()).toMatchObject({ refused: 1, waiting: [] });
    expect((await team.ask()).reasons).toEqual([]);
    const asked = small.texts.length;
    await team.embed();
    expect(small.texts.length).toBe(asked);
    // A text is tried again if the embedder is chosen once more, and set aside once more if it is refused.
    expect(await team.choose('small')).toBe(0);
    await team.embed();
    expect(small.texts.slice(asked)).toContain('Odd. The poison is green.');
    expect(await team.vectorsOf()).toMatchObject({ refused: 1, waiting: [] });
    small.refuses = () => false;
    await team.choose('small');
    await team.embed();
    expect(await team.vectorsOf()).toMatchObject({ refused: 0, waiting: [] });
    expect(team.setsOf()).toMatch(/^embedder.small:\S+ 26 ready \d+$/);
    // A changed text is tried again, too.
    small.refuses = (text) => text.includes('poison');
    await team.push({ 'odd.md': '# Odd\n\nThe poison is blue.\n' });
    await team.publish();
    await team.embed();
    expect(await team.vectorsOf()).toMatchObject({ refused: 1, waiting: [] });
    await team.push({ 'odd.md': '# Odd\n\nThe remedy is green.\n' });
    await team.publish();
    await team.embed();
    expect(await team.vectorsOf()).toMatchObject({ refused: 0, waiting: [] });
    tiny.refuses = () => true;
    await team.choose('tiny');
    await team.embed();
    expect(await team.vectorsOf()).toMatchObject({
      ...{ refused: 0, embedder: expect.stringMatching(/^embedder.small:/) },
      waiting: [{ embedder: 'tiny', problem: 'EMBEDDER_REFUSED' }],
    });
  }, 120_000);

  it('keeps what was embedded before a failure of the same part', async () => {
    let requests = 0;
    tiny.onRequest = () => {
      requests++;
      if (requests > 1) tiny.status = 500;
    };
    retry();
    await team.embed();
    const [building] =
      team
        .setsOf()
        .match(/embedder.tiny:\S+ 8 building (\d+)/)
        ?.slice(1) ?? [];
    expect(Number(building)).toBe(64);
    tiny.onRequest = () => undefined;
    tiny.status = null;
    retry();
    await team.embed();
    expect(team.setsOf()).toMatch(/^embedder.tiny:\S+ 8 ready \d+$/);
  }, 120_000);

  it('sends nothing to a service that is left while a round is under way', async () => {
    await team.choose('small');
    const sent = small.texts.length;
    let left = false;
    const tracing: Tracing = {
      measure: () => undefined,
      span: async (name, work) => {
        if (name === 'memora.publish' && !left) {
          left = true;
          await team.choose('none');
        }
        return work(() => undefined);
      },
    };
    await team.embed({ tracing });
    expect(left).toBe(true);
    expect(small.texts.length).toBe(sent);
    expect(team.setsOf()).toBe('');
    await team.choose('tiny');
    await team.embed();
    expect(team.setsOf()).toMatch(/^embedder.tiny:\S+ 8 ready \d+$/);
  }, 120_000);

  it('publishes what is captured where a model has no width that vectors can have', async () => {
    const book = {
      names: team.names,
      open: async () => ({ ...(await openWordTable()), dimensions: undefined as never }),
    };
    const odd = { names: team.names, of: () => book };
    await team.push({ 'odd-width.md': '# Odd width\n\nThe vice is heavy.\n' });
    await runWorkerOnce({ ...team.working('odd'), embedders: odd });
    expect(team.rows('SELECT count(*) FROM memora.job')).toBe('0');
    expect(await waiting()).toContain('tiny CONFIG_INVALID');
    await team.embed();
    expect(await waiting()).toEqual([]);
  }, 120_000);

  it('embeds everything by what the operator names now, once the database is migrated', async () => {
    const other = await team.configure(
      tableOf('', twin, 'embed').replace('letters', 'others') + tableOf('tiny', twin),
    );
    await team.push({ 'again.md': '# Again\n\nThe saw is sharp.\n' }, 'blue');
    await team.choose('default', 'blue');
    await team.embed();
    await team.embed({}, 'other', other);
    expect(team.setsOf('blue')).toMatch(/embedding:letters 26 ready \d+$/);
    await team.migrate();
    await team.push({ 'anew.md': '# Anew\n\nThe saw is blunt.\n' }, 'blue');
    await team.publish('other', other);
    await team.embed({}, 'other', other);
    expect(team.setsOf('blue')).toMatch(/embedding:others 26 ready \d+$/);
  }, 120_000);

  it('lets no worker embed anew what another one means by the same name, until it is chosen again', async () => {
    await team.choose('tiny');
    await team.embed();
    const other = await team.configure(tableOf('tiny', twin));
    const before = [team.setsOf(), twin.texts.length];
    team.rows(`INSERT INTO memora.embedding (scope, embedder) VALUES (${team.scopeOf('acme')}, 'tiny')`);
    await team.embed({}, 'other', other);
    expect([team.setsOf(), twin.texts.length]).toEqual(before);
    expect(await waiting()).toEqual(['tiny EMBEDDER_CHANGED']);
    expect(await team.choose('tiny')).toBe(0);
    await team.embed({}, 'other', other);
    expect(team.setsOf()).toMatch(/^embedder.tiny:\S+ 26 ready \d+$/);
    await team.push({ 'last.md': '# Last\n\nThe last one is new.\n' });
    await team.publish();
    await team.embed();
    expect(team.setsOf()).toMatch(/^embedder.tiny:\S+ 26 ready \d+$/);
    expect(await waiting()).toContain('tiny EMBEDDER_CHANGED');
  }, 120_000);
});
