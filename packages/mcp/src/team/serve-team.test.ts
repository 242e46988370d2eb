import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTP_CLIENTS, type TestClient, type ToolReply } from '../testing-fixtures/connect-client.ts';
import { exampleInput } from '../testing-fixtures/example-calls.ts';
import { type McpTeam, type ServedTeam, setupTeam } from '../testing-fixtures/setup-team.ts';
import { teamToolsOf } from './tools/team-tools.ts';

const reason = whyNoServer();
const WAIT = { wait_ms: 30_000 };

function out(reply: ToolReply): Record<string, unknown> {
  if (reply.isError === true) return { error: JSON.parse(reply.content[0]?.text ?? '{}').error };
  return reply.structuredContent ?? {};
}
const codeOf = (reply: ToolReply) => (out(reply)['error'] as { code?: string } | undefined)?.code;

describe.skipIf(reason !== null)(`a server of a team${reason === null ? '' : ` (${reason})`}`, () => {
  let postgres: TestServer;
  let team: McpTeam;
  let one: ServedTeam;
  let two: ServedTeam;
  const tokens: Record<string, string> = {};
  const connect = (
    who: string,
    to = one,
    kind: keyof typeof HTTP_CLIENTS = 'v2 SDK over HTTP',
  ): Promise<TestClient> => HTTP_CLIENTS[kind](to.url, tokens[who] ?? '');

  beforeAll(async () => {
    postgres = await startServer();
    team = await setupTeam(postgres);
    for (const who of ['ann', 'ben', 'eve']) tokens[who] = await team.tokenOf(who);
    tokens['reader of ben'] = await team.tokenOf('ben', ['memora:read']);
    tokens['mallory'] = await team.tokenOf('mallory');
    one = await team.serve({ withWorker: true });
    two = await team.serve();
  }, 120_000);
  afterAll(async () => {
    await team?.[Symbol.asyncDispose]();
    await postgres?.[Symbol.asyncDispose]();
  });

  it.each(Object.keys(HTTP_CLIENTS) as (keyof typeof HTTP_CLIENTS)[])(
    'answers one principal with proof from what another captured, and not from what is private (%s)',
    async (kind) => {
      await using ben = await connect('ben', one, kind);
      await using eve = await connect('eve', two, kind);
      const name = kind.startsWith('v1') ? 'Gannet' : 'Petrel';
      const shared = out(
        await ben.callTool('memora_capture', {
          ...{ region: 'boats', summary: name, body: `The ${name} carries 40 crates.`, scope: 'workspace' },
          ...WAIT,
        }),
      );
      expect(shared).toMatchObject({ path: `boats/${name}.md`, version: 1, indexed: true });
      const own = out(
        await ben.callTool('memora_capture', {
          ...{
            region: 'boats',
            summary: `${name} secret`,
            body: `The skipper of the ${name} is Quill Vane.`,
          },
          ...WAIT,
        }),
      );
      expect(own).toMatchObject({ path: `@me/boats/${name} secret.md`, indexed: true });
      const asked = (client: TestClient, query: string) =>
        client.callTool('memora_query_cited', { query }).then(out);
      const authorsOf = async (client: TestClient) => {
        const { hits } = out(
          await client.callTool('memora_query', { query: `crates of the ${name}, its skipper` }),
        );
        const found = hits as { note: string; author?: string }[];
        return found.filter(({ note }) => note.includes(name)).map(({ note, author }) => [note, author]);
      };
      expect(await authorsOf(eve)).toEqual([[shared['path'], 'ben']]);
      expect(await authorsOf(ben)).toContainEqual([own['path'], 'ben']);
      expect(out(await eve.callTool('memora_get_note', { id: String(shared['path']) }))['author']).toBe(
        'ben',
      );
      const answer = await asked(eve, `How many crates does the ${name} carry?`);
      expect([answer['clean_text'], answer['verified_count']]).toEqual([
        expect.stringContaining('40 crates'),
        1,
      ]);
      const authors = ['checks', 'passages'].flatMap((list) =>
        (answer[list] as { note: string; author?: string }[]).map(({ note, author }) => `${note} ${author}`),
      );
      expect(authors).toContain(`${shared['path']} ben`);
      expect(JSON.stringify(await asked(ben, `Who is the skipper of the ${name}?`))).toContain('Quill Vane');
      for (const query of [`Who is the skipper of the ${name}?`, 'Quill Vane']) {
        expect(JSON.stringify(await asked(eve, query))).not.toContain('Quill');
        expect(JSON.stringify(out(await eve.callTool('memora_query', { query })))).not.toContain('Quill');
      }
      expect(JSON.stringify(await eve.listResources())).not.toContain('secret.md');
      expect(JSON.stringify(await ben.listResources())).toContain('secret.md');
      const hidden = await eve.callTool('memora_verify_claim', {
        claim_id: (own['claim_ids'] as string[])[0] ?? '',
      });
      expect(out(hidden)).toMatchObject({ exists: false });
    },
  );

  it.each(['memora_query', 'memora_query_cited'])(
    'answers %s from what was written before it, and says from which publications',
    async (tool) => {
      await using ben = await connect('ben', two);
      const name = tool.replaceAll('_', ' ');
      const written = out(
        await ben.callTool('memora_capture', {
          ...{ region: 'berths', summary: name, body: `The berth of ${name} is 12 metres wide.` },
          ...{ scope: 'workspace', wait_ms: 0 },
        }),
      );
      const awaited = String(written['wait_for']);
      const answer = out(
        await ben.callTool(tool, { query: `How wide is the berth of ${name}?`, wait_for: awaited }),
      );
      expect(JSON.stringify(answer)).toContain('12 metres');
      const { workspace } = answer['epochs'] as { workspace: number };
      expect(workspace).toBeGreaterThanOrEqual(Number(awaited.split(':')[1]));
    },
  );

  it('tells an agent which credential was left out of its note', async () => {
    await using ben = await connect('ben');
    const body = 'The store opens with AKIAQ3EGRHTY5ZB6LMNO.';
    const written = out(
      await ben.callTool('memora_capture', { region: 'store', summary: 'Store', body, ...WAIT }),
    );
    expect(written['hidden']).toBe('AWS access key: not written');
  });

  it('tells a principal what of its own contradicts what is shared, and nobody else', async () => {
    await using ben = await connect('ben');
    await using eve = await connect('eve', two);
    const capture = async (body: string, more: object) =>
      out(await ben.callTool('memora_capture', { region: 'locks', summary: body, body, ...more, ...WAIT }));
    const shared = await capture('The pressure of the lock gate is 6 bar.', { scope: 'workspace' });
    const own = await capture('The pressure of the lock gate is 9 bar.', {});
    for (const tool of ['memora_query', 'memora_query_cited']) {
      const query = { query: 'What is the pressure of the lock gate?' };
      expect(out(await ben.callTool(tool, query))['contested']).toEqual({
        yours: [
          {
            claim_id: (shared['claim_ids'] as string[])[0],
            by: (own['claim_ids'] as string[])[0],
            reason: 'number',
          },
        ],
      });
      expect(out(await eve.callTool(tool, query))).not.toHaveProperty('contested');
    }
  });

  it('lists its tools and runs each, and keeps in the audit who called it before the answer leaves', async () => {
    const kept = (act: string) =>
      Number(
        postgres.psql(
          `SELECT count(*) FROM memora.audit WHERE principal = 'ben' AND act = '${act}' AND detail->>'outcome' = 'ok'`,
          team.name,
        ),
      );
    await using ben = await connect('ben');
    const names = (await ben.listTools()).tools.map(({ name }) => name);
    const rows = teamToolsOf('all');
    expect(names).toEqual(rows.map(({ name }) => name));
    const written = out(
      await ben.callTool('memora_capture', {
        region: 'r',
        summary: 'Kiln',
        body: 'The kiln is cold.',
        ...WAIT,
      }),
    );
    const path = String(written['path']);
    const [claim] = written['claim_ids'] as string[];
    const remember = async (content: string) =>
      out(await ben.callTool('memora_remember', { content, ...WAIT }))['id'];
    const remembered = await remember('The bellows of Faro hang in the attic.');
    const forgotten = await remember('The ladder of Tarifa has eleven rungs.');
    const args: Record<string, Record<string, unknown>> = {
      memora_query: { query: 'kiln', wait_for: 'user:1' },
      memora_query_cited: { query: 'Is the kiln cold?' },
      memora_verify_answer: { text: `The kiln is cold [claim:${claim}].` },
      memora_verify_claim: { claim_id: claim },
      memora_get_note: { id: path },
      memora_get_atlas: { region: 'r' },
      memora_capture: { region: 'r', summary: 'Kiln two', body: 'x', ...WAIT },
      memora_update_note: { path, text: 'The kiln is hot.\n', version: 1, ...WAIT },
      memora_decide: { verb: 'forget', id: claim, reason: 'old', ...WAIT },
      memora_promote: { path, ...WAIT },
      memora_supersede: { id: remembered, content: 'The bellows of Faro were sold in May.', ...WAIT },
      memora_forget: { id: forgotten, ...WAIT },
    };
    for (const row of rows) {
      const { name } = row;
      const before = kept(name);
      const input = args[name] ?? exampleInput(row, claim ?? '');
      const reply = await ben.callTool(name, input as Record<string, unknown>);
      expect([name, codeOf(reply), kept(name)]).toEqual([name, undefined, before + 1]);
    }
    const listed = kept('resources/list');
    await ben.listResources();
    expect(kept('resources/list')).toBe(listed + 1);
    const note = out(await ben.callTool('memora_get_note', { id: path }));
    expect([note['version'], note['author'], note['body']]).toEqual([
      ...[2, 'ben'],
      expect.stringContaining('hot'),
    ]);
    const stale = await ben.callTool('memora_update_note', { path, text: 'x', version: 1 });
    expect(out(stale)['error']).toMatchObject({ code: 'NOTE_CHANGED', versions: { seen: 1, current: 2 } });
  });

  it('gives no answer while who asked is not in the audit', async () => {
    await using eve = await connect('eve', two);
    const waiting = () =>
      postgres.alter(
        `SELECT count(*) FROM pg_locks WHERE relation = 'memora.audit'::regclass AND NOT granted`,
        team.name,
      );
    const locking = postgres
      .alter('BEGIN; LOCK TABLE memora.audit; SELECT pg_sleep(600)', team.name)
      .catch(() => 'ended');
    const lockers = `FROM pg_locks WHERE relation = 'memora.audit'::regclass AND granted AND mode = 'AccessExclusiveLock'`;
    await expect
      .poll(() => postgres.alter(`SELECT count(*) ${lockers}`, team.name), { timeout: 60_000 })
      .toBe('1');
    let isGiven = false;
    const asking = eve.callTool('memora_query', { query: 'boats' }).then((reply) => {
      isGiven = true;
      return out(reply);
    });
    // A server's own audit rows may wait too.
    await expect.poll(waiting, { timeout: 60_000 }).not.toBe('0');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(isGiven).toBe(false);
    await postgres.alter(`SELECT pg_terminate_backend(pid) ${lockers}`, team.name);
    expect(await locking).toBe('ended');
    expect(await asking).toHaveProperty('hits');
  });

  it('refuses what belongs to an agent, a document or a page, with a sentence', async () => {
    await using ben = await connect('ben');
    const { toolsOf } = await import('../tools.ts');
    const listed = new Set((await ben.listTools()).tools.map(({ name }) => name));
    const left = toolsOf('all').filter(({ name }) => !listed.has(name));
    expect(left.length).toBeGreaterThan(5);
    for (const { name } of left) {
      const { error } = out(await ben.callTool(name, {}));
      expect([name, error]).toEqual([
        name,
        {
          code: 'NOT_IN_A_TEAM',
          message: expect.stringMatching(/^\w/u),
          hint: expect.stringMatching(/memora[ _-]/u),
        },
      ]);
    }
    await expect(ben.callTool('memora_dance', {})).rejects.toThrow('there is no such tool');
  });

  it('lets nobody in without a token, and nobody write with one for reading', async () => {
    const post = (headers: Record<string, string>, body: string) =>
      fetch(one.url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect((await post({}, list)).status).toBe(401);
    expect((await post({ authorization: 'Bearer memora_x' }, list)).status).toBe(401);
    const as = {
      authorization: `Bearer ${tokens['reader of ben']}`,
      accept: 'application/json, text/event-stream',
    };
    const capture = JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'memora_capture', arguments: { region: 'r', summary: 's', body: 'b' } },
    });
    const refused = await post(as, capture);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('insufficient_scope'),
    ]);
    expect((await post(as, `[${list},${capture}]`)).status).toBe(403);
    expect((await post({ ...as, origin: 'https://evil.example' }, list)).status).toBe(403);
    // More levels than a parser should handle, and more bytes than a note may have.
    const deep = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: [] });
    expect((await post(as, deep.replace('[]', `${'['.repeat(62)}${']'.repeat(62)}`))).status).not.toBe(413);
    const tooDeep = await post(as, deep.replace('[]', '['.repeat(500_000)));
    expect([tooDeep.status, await tooDeep.text()]).toEqual([400, expect.stringContaining('nested too deep')]);
    const long = await post(as, 'x'.repeat(1024 * 1024 + 1)).then(
      ({ status }) => status,
      () => 413,
    );
    expect(long).toBe(413);
    await using stranger = await connect('mallory');
    expect(codeOf(await stranger.callTool('memora_query', { query: 'kiln' }))).toBe('TEAM_NOT_A_MEMBER');
    expect(codeOf(await stranger.callTool('memora_capture', { region: 'r', summary: 's', body: 'b' }))).toBe(
      'TEAM_NOT_A_MEMBER',
    );
    expect([...one.lines, ...two.lines].join('\n')).not.toMatch(/memora_[\w-]{20}|kiln|Quill/u);
  });

  it('goes on with a session at another server, and shows nobody the session of somebody else', async () => {
    const speak = (who: string, url: string, message: object, session?: string, method = 'POST') =>
      fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${tokens[who]}`,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          'mcp-protocol-version': '2025-11-25',
          ...(session === undefined ? {} : { 'mcp-session-id': session }),
        },
        ...(method === 'POST' ? { body: JSON.stringify({ jsonrpc: '2.0', ...message }) } : {}),
      });
    const begun = await speak('ben', one.url, {
      ...{ id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    });
    const session = begun.headers.get('mcp-session-id') ?? '';
    await begun.text();
    const list = { id: 2, method: 'tools/list' };
    for (const { url } of [one, two]) {
      const listed = await speak('ben', url, list, session);
      expect([listed.status, await listed.text()]).toEqual([200, expect.stringContaining('memora_promote')]);
      expect((await speak('eve', url, list, session)).status).toBe(404);
      expect((await speak('eve', url, {}, session, 'GET')).status).toBe(404);
      expect((await speak('eve', url, {}, session, 'DELETE')).status).toBe(404);
      expect((await speak('ben', url, list, `${session.slice(0, -1)}_`)).status).toBe(404);
    }
    expect((await speak('ben', two.url, {}, session, 'DELETE')).status).toBe(200);
    expect((await speak('ben', two.url, list, session)).status).toBe(404);
  });
});
