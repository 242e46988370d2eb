import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openTeamSealing } from '@memora/engine/team';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { metrics, trace } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../protocol/tool-definition.ts';
import { CALLS, type Driven, PRIVATE, SECRET, WAIT } from '../testing-fixtures/canary-tool-calls.ts';
import { HTTP_CLIENTS, type TestClient } from '../testing-fixtures/connect-client.ts';
import { exampleInput } from '../testing-fixtures/example-calls.ts';
import { type McpTeam, type ServedTeam, setupTeam } from '../testing-fixtures/setup-team.ts';
import { codeOf, outputOf } from '../testing-fixtures/tool-output.ts';
import { OPERATIONS } from './people/operations.ts';
import { teamToolsOf } from './tools/team-tools.ts';

const reason = whyNoServer();
const HASHING = await openTeamSealing({ env: {}, cwd: '/' });
const BODY = `The vault of the Heron is in Cork.\n\n<!--privacy:secret-->The code of the Heron is ${SECRET}.<!--/privacy-->\n`;

const EXAMPLES = new Map<string, ToolDefinition>(teamToolsOf('all').map((tool) => [tool.name, tool]));

/** The people's requests: who asks, and how. */
interface Asked extends Driven {
  readonly who: string;
  readonly ask: (operation: string, args: object) => Promise<string>;
}

const PUSHED = Buffer.from(`---\nprivacy: secret\n---\nThe nest is at ${SECRET}.\n`);
/** The name of a push, and a hash that belongs to no note. */
const [PUSH, ELSE] = ['a'.repeat(64), 'b'.repeat(64)];

function staged(push: string, path: string, bytes: Buffer, more: object = {}) {
  const { hash } = HASHING;
  const note = {
    ...{ hash: Buffer.from(hash(bytes)).toString('hex'), sealed: false, print: null, size: bytes.length },
    ...{ offset: 0, bytes: bytes.toString('base64'), ...more },
  };
  return { push, notes: [{ scope: 'user', path, expected: 0, note }] };
}

/** The requests to each of the people's operations. An operation that is missing here fails the suite. */
const OPERATION_CALLS: Readonly<Record<string, (asked: Asked) => readonly object[] | Promise<object[]>>> = {
  'notes.scopes': () => [{}],
  'notes.heads': () => [...KINDS, { scope: SECRET }],
  'notes.erasures': () => KINDS,
  // Every note that somebody may fetch, from every scope that it could be requested from.
  'notes.bytes': async ({ ask }) => {
    const pages = await Promise.all(KINDS.map((kind) => ask('notes.heads', kind)));
    const wanted = pages.flatMap((page) =>
      [...page.matchAll(/"hash":"(\w{64})"/gu)].map(([, hash]) => ({ hash })),
    );
    expect(wanted.length).toBeGreaterThan(2);
    return [...KINDS.map((kind) => ({ ...kind, wanted })), { scope: 'user', wanted: [{ hash: SECRET }] }];
  },
  'push.stage': ({ who }) => [
    staged(PUSH, 'birds/Owl.md', Buffer.from(`The owl of ${who} is old.\n`)),
    staged(PUSH, 'birds/Nest.md', PUSHED),
    staged(PUSH, 'birds/Nest.md', PUSHED, { hash: ELSE }),
    staged(PUSH, 'birds/Nest.md', PUSHED, { sealed: true, print: ELSE, hash: ELSE }),
    staged(PUSH, 'birds/Nest.md', PUSHED, { offset: 7, size: PUSHED.length + 7 }),
    staged(PUSH, `../${SECRET}.md`, PUSHED),
    staged(ELSE, 'birds/Mine.md', Buffer.from('All anew.\n')),
    staged(SECRET, 'birds/Nest.md', PUSHED),
  ],
  'push.staged': () => [{ push: PUSH }, { push: ELSE, after: 0 }, { push: SECRET }],
  'push.commit': () => [
    { push: PUSH, notes: 99 },
    { push: PUSH, notes: 1 },
    { push: ELSE, notes: 1 },
    { push: PUSH, notes: 1, sourceCommit: SECRET },
  ],
  'member.list': () => [{}],
  'member.add': () => [{ principal: 'ida' }, { principal: 7 }, { principal: 'ida', role: SECRET }],
  // The audit names members and groups, so neither is a searched word.
  'member.remove': () => [{ principal: 'nobody' }],
  'group.list': () => [{}],
  'group.change': () => ['birders', 'owls'].map((group) => ({ group, principal: 'ben', act: 'add' })),
  'scope.list': () => [{}],
  'scope.add': () => [{ owner: 'ida' }],
  'scope.close': () => [
    { owner: 'ida', closed: true },
    { owner: SECRET, closed: true },
  ],
  'scope.remove': () => [{ owner: 'ida' }, { owner: 'ben' }, { owner: SECRET }],
  'scope.left': () => [{ owner: 'ida' }, { owner: 'ben' }, { owner: 'ben', after: SECRET }],
  'scope.learned': () => [{ owner: 'ben' }, { owner: SECRET }, { owner: 'ben', after: { path: SECRET } }],
  learned: () => [
    ...KINDS,
    { scope: SECRET },
    { scope: 'user', after: { at: 'x', path: SECRET, version: 1 } },
  ],
  'upload.list': () => [{}, { upload: 'a'.repeat(32) }, { upload: SECRET }],
  'upload.withdraw': () => [{ upload: 'a'.repeat(32) }, { upload: SECRET }],
  'embedder.list': () => [{}],
  'embedder.use': () => [{ name: 'default' }, { name: SECRET }],
  audit: () => [{ since: '2026-01-01T00:00:00Z' }, { since: SECRET }],
  status: () => [{}],
  history: ({ path }) => [path, '@me/birds/Mine.md', SECRET, 'birds/Diary.md'].map((note) => ({ note })),
  restore: ({ path }) => [
    { note: SECRET, version: 1 },
    { note: path, version: 99 },
    { note: 'birds/Diary.md', version: 1 },
  ],
  promote: () => [{ note: '@me/birds/gone.md' }, { note: SECRET }],
  erase: () => [{ note: SECRET }, { note: 'birds/Diary.md' }],
  'erase.user': () => [{ principal: 'ida' }, { principal: SECRET }],
};
const KINDS = ['global', 'workspace', 'user'].map((scope) => ({ scope }));

/** An answer with its base64 content decoded. */
function readable(answer: string): string {
  const bytes = [...answer.matchAll(/"bytes":"([^"]*)"/gu)].map(([, text]) =>
    Buffer.from(text ?? '', 'base64'),
  );
  return [answer, ...bytes.map((each) => each.toString('latin1'))].join('\n');
}

const spans = new InMemorySpanExporter();
const counted = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: counted, exportIntervalMillis: 3_600_000 });
/** The audit's name for reading resources. */
const READING = ['resources/list', 'resources/read'];

describe.skipIf(reason !== null)(
  `canaries in a team's server${reason === null ? '' : ` (${reason})`}`,
  () => {
    let postgres: TestServer;
    let team: McpTeam;
    let server: ServedTeam;
    let known: Driven & { readonly ownId: string; readonly otherId: string };
    const tokens: Record<string, string> = {};
    const connect = (who: string) => HTTP_CLIENTS['v2 SDK over HTTP'](server.url, tokens[who] ?? '');

    beforeAll(async () => {
      trace.setGlobalTracerProvider(
        new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
      );
      metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
      postgres = await startServer();
      team = await setupTeam(postgres);
      for (const who of ['ann', 'ben', 'eve']) tokens[who] = await team.tokenOf(who);
      const key = join(team.folder, 'team.key');
      await writeFile(key, randomBytes(32), { mode: 0o600 });
      mkdirSync(team.env['MEMORA_CONFIG_DIR'] as string, { recursive: true });
      writeFileSync(
        join(team.env['MEMORA_CONFIG_DIR'] as string, 'config.toml'),
        '[consolidation]\npages = "folder"\n',
      );
      server = await team.serve({ withWorker: true, env: { ...team.env, MEMORA_TEAM_KEY_FILE: key } });
      await using ben = await connect('ben');
      const capture = async (more: object) => {
        const written = outputOf(await ben.callTool('memora_capture', { region: 'birds', ...more, ...WAIT }));
        expect(written).toMatchObject({ indexed: true });
        return written;
      };
      const shared = await capture({ summary: 'Heron', body: BODY, scope: 'workspace' });
      const own = await capture({ summary: 'Mine', body: `My helper is ${PRIVATE}.` });
      await capture({
        summary: 'Diary',
        body: `All of it is ${SECRET}.`,
        privacy: 'secret',
        scope: 'workspace',
      });
      const other = await capture({ summary: 'Kite', body: 'The kite flies.', scope: 'workspace' });
      known = {
        otherId: String(other['id']),
        noteId: String(shared['id']),
        path: String(shared['path']),
        claimId: String((shared['claim_ids'] as string[])[0]),
        ownId: String(own['id']),
      };
      // The worker writes a scope's pages once a day: those that it wrote before the notes came say nothing.
      postgres.psql("UPDATE memora.scope SET upkeep = '{}' WHERE kind <> 'user'", team.name);
    }, 120_000);
    afterAll(async () => {
      for (const api of [trace, metrics]) api.disable();
      await team?.[Symbol.asyncDispose]();
      await postgres?.[Symbol.asyncDispose]();
    });

    /** What the worker has written into scopes that several people see. */
    const pagesOfWorker = (): string =>
      postgres.psql(
        "SELECT s.kind, encode(b.bytes, 'escape') FROM memora.version v JOIN memora.blob b ON b.scope = v.scope AND b.hash = v.hash JOIN memora.scope s ON s.id = v.scope WHERE v.author = '@worker' AND s.kind <> 'user'",
        team.name,
      );

    /** Everything that a client can receive. */
    const drive = async (client: TestClient): Promise<string> => {
      const said: unknown[] = [];
      for (const { name } of (await client.listTools()).tools) {
        const row = EXAMPLES.get(name);
        if (row === undefined) throw new Error(`${name} is the tool of no row`);
        const calls = CALLS[name]?.(known) ?? [exampleInput(row, known.claimId)];
        for (const args of calls)
          said.push(name, await client.callTool(name, args as Record<string, unknown>));
      }
      said.push(
        await client.listResources(),
        await client.listResourceTemplates(),
        await client.listPrompts(),
      );
      for (const uri of [
        ...['memora://world-map', 'memora://pinned'],
        ...[known.noteId, known.ownId, 'birds/Diary', 'gone'].map(
          (id) => `memora://note/${encodeURIComponent(id)}`,
        ),
        ...[known.claimId, '0000000000000000'].map((id) => `memora://claim/${id}`),
      ])
        said.push(uri, await client.readResource(uri).catch((error: Error) => error.message));
      for (const { name } of (await client.listPrompts()).prompts)
        said.push(
          name,
          await client
            .getPrompt(name, { question: 'code of the Heron' })
            .catch((error: Error) => error.message),
        );
      for (const name of ['gone', SECRET])
        said.push(await client.getPrompt(name, {}).catch((error: Error) => error.message));
      return JSON.stringify(said);
    };
    /** All notifications of a subscriber to both notes, while both are changed. */
    const listen = async (who: string): Promise<string> => {
      const said: unknown[] = [];
      const client = new Client({ name: 'events', version: '1' });
      client.fallbackNotificationHandler = async (notification) => {
        said.push(notification);
      };
      client.onerror = (error) => said.push(error.message);
      const headers = { authorization: `Bearer ${tokens[who]}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }) as never,
      );
      for (const id of [known.noteId, known.ownId, known.otherId])
        await client
          .subscribeResource({ uri: `memora://note/${encodeURIComponent(id)}` })
          .catch((error: Error) => said.push(error.message));
      await using ben = await connect('ben');
      const change = async (path: string, text: string) => {
        const { version } = outputOf(await ben.callTool('memora_get_note', { id: path }));
        const changed = await ben.callTool('memora_update_note', { path, text, version, ...WAIT });
        expect(outputOf(changed)).toMatchObject({ indexed: true });
      };
      await change(
        '@me/birds/Mine.md',
        `---\nid: ${known.ownId}\n---\nMy helper is ${PRIVATE} ${said.length}.\n`,
      );
      await change('birds/Kite.md', `---\nid: ${known.otherId}\n---\nThe kite of ${who} flies.\n`);
      const heard = () => JSON.stringify(said);
      await expect.poll(heard, { timeout: 20_000 }).toContain(encodeURIComponent(known.otherId));
      await client.close();
      return heard();
    };

    it('tells a secret to nobody, and what is private to its owner alone, whatever is asked', async () => {
      await using ben = await connect('ben');
      await using eve = await connect('eve');
      await using ann = await connect('ann');
      const told = { ben: await drive(ben), eve: await drive(eve), ann: await drive(ann) };
      // A caller that asks for a word knows it. The request is in no answer except those that repeat it as
      // such.
      const asked = (text: string) => text.replaceAll(/"(?:query|words?|why)":(?:"[^"]*"|\[[^\]]*\])/gu, '');
      for (const [who, text] of Object.entries(told)) {
        expect([who, asked(text).includes(SECRET)]).toEqual([who, false]);
        expect([who, asked(text).includes(PRIVATE)]).toEqual([who, who === 'ben']);
        expect([who, text.includes('Cork')]).toEqual([who, true]);
      }
      expect(told.eve).not.toContain('Mine.md');
      expect(
        codeOf(await ben.callTool('memora_update_note', { path: known.path, text: 'x', version: 1 })),
      ).toBe('NOTE_REDACTED');
    });

    it('tells people neither, at their own path, whatever they do', async () => {
      const url = server.url.replace('/mcp', '/team');
      const all = ['memora:read', 'memora:write', 'memora:admin'] as const;
      const post = async (token: string, body: string) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const reply = await fetch(url, { method: 'POST', headers, body });
        return { status: reply.status, text: `${await reply.text()}${JSON.stringify([...reply.headers])}` };
      };
      for (const who of ['ann', 'ben', 'eve']) {
        const token = await team.tokenOf(who, all);
        const ask = async (operation: string, args: object) => {
          const { text } = await post(token, JSON.stringify({ operation, arguments: args }));
          // A note that is requested by name is returned under that name, without a word of any other note.
          return JSON.stringify([operation, args]).includes(SECRET) ? text.replaceAll(SECRET, '') : text;
        };
        // A document with a secret, accepted and refused: no answer contains it, and neither does one about
        // its state.
        const document = { name: 'heron.txt', scope: 'user', privacy: 'secret' };
        for (const said of [
          document,
          { ...document, name: `${SECRET}/a.txt` },
          { ...document, scope: SECRET },
          {},
        ]) {
          const reply = await fetch(`${url}/documents`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${token}`,
              'memora-document': Buffer.from(JSON.stringify(said)).toString('base64url'),
            },
            body: BODY,
          });
          expect([who, (await reply.text()).includes('c4n4ry')]).toEqual([who, false]);
        }
        for (const operation of Object.keys(OPERATIONS)) {
          const calls = OPERATION_CALLS[operation];
          if (calls === undefined) throw new Error(`${operation} is driven by no canary`);
          for (const args of await calls({ ...known, who, ask })) {
            const isFetch = operation === 'notes.bytes';
            const seen = readable(await ask(operation, args)).match(
              isFetch ? /c4n4ry\w*/u : /c4n4ry\w*|Cork/u,
            );
            // Members' own notes are returned to their owner and to nobody else; shared notes without secrets
            // to every member who fetches them.
            const isOwn =
              who === 'ben' &&
              isFetch &&
              'scope' in args &&
              args.scope === 'user' &&
              !JSON.stringify(args).includes(SECRET);
            expect([who, operation, seen?.[0] ?? null]).toEqual([who, operation, isOwn ? PRIVATE : null]);
          }
        }
        // The agents' tools on the same path.
        for (const [name, calls] of Object.entries(CALLS))
          for (const args of calls(known)) {
            const text = await ask(name, args);
            const isAsked = JSON.stringify(args).includes(PRIVATE);
            expect([who, name, text.includes(SECRET)]).toEqual([who, name, false]);
            if (who !== 'ben' && !isAsked)
              expect([who, name, text.includes(PRIVATE)]).toEqual([who, name, false]);
          }
        for (const body of [`{"operation":"status","arguments":{"${SECRET}`, SECRET, `["${SECRET}"]`]) {
          const { status, text } = await post(token, body);
          expect([status, text.includes(SECRET)]).toEqual([400, false]);
        }
        const refused = await post(`memora_${SECRET}`, JSON.stringify({ operation: SECRET }));
        expect([refused.status, refused.text.includes(SECRET)]).toEqual([401, false]);
      }
    });

    it('tells neither to whoever watches the numbers of the server', async () => {
      const token = await team.tokenOf('prometheus', ['memora:admin']);
      const reply = await fetch(server.url.replace('/mcp', '/metrics'), {
        headers: { authorization: `Bearer ${token}` },
      });
      const page = await reply.text();
      expect([reply.status, page]).toEqual([200, expect.stringContaining('memora_ready 1')]);
      expect(page).not.toMatch(/c4n4ry|Cork|Heron|birds|ben|acme/u);
    });

    it('tells of changes to whoever may see them, by their address alone', async () => {
      const [own, other] = [await listen('ben'), await listen('eve')];
      const address = encodeURIComponent(known.ownId);
      expect([own.includes(address), other.includes(`resources/updated`)]).toEqual([true, true]);
      // An address that somebody else requested is repeated in the refusal, and in no event.
      expect(other.split('resources/updated').slice(1).join()).not.toContain(address);
      for (const said of [own, other]) expect(said).not.toMatch(/c4n4ry|Cork|Heron|flies/u);
    });

    it('says neither to whoever asks without a token, nor in spans and metrics', async () => {
      const { origin } = new URL(server.url);
      for (const path of [
        '/healthz',
        '/readyz',
        '/.well-known/oauth-protected-resource',
        '/mcp',
        '/team',
        '/metrics',
        `/${SECRET}`,
      ]) {
        const reply = await fetch(`${origin}${path}`);
        expect(`${await reply.text()}${JSON.stringify([...reply.headers])}`).not.toMatch(
          /c4n4ry|Cork|acme|ben/u,
        );
      }
      await reader.forceFlush();
      const told = spans
        .getFinishedSpans()
        .map(({ name, attributes, events, status }) => [name, attributes, events, status]);
      const names = new Set(told.map(([name]) => name));
      for (const name of ['ask', 'legs', 'verify', 'capture', 'index', 'publish'])
        expect(names).toContain(`memora.${name}`);
      const measured = counted
        .getMetrics()
        .flatMap((each) => each.scopeMetrics.flatMap((scope) => scope.metrics));
      expect(measured.map(({ descriptor }) => descriptor.name)).toContain('memora.lag.notes');
      expect(JSON.stringify([told, measured])).not.toMatch(/c4n4ry|Cork|Heron|birds|ben|acme/u);
    });

    it('writes neither into its log, nor into the audit, nor into what the database holds in the clear', async () => {
      // It looks every half minute whether a page is due.
      await expect.poll(pagesOfWorker, { timeout: 90_000, interval: 500 }).toContain('Cork');
      await server.end();
      expect(server.lines.join('\n')).not.toMatch(/c4n4ry|memora_[\w-]{30}/u);
      const audit = postgres.psql('SELECT a::text FROM memora.audit a', team.name);
      expect(audit.split('\n').length).toBeGreaterThan(60);
      expect(audit).not.toMatch(/c4n4ry|Cork|Heron/u);
      const acts = new Set(postgres.psql('SELECT DISTINCT act FROM memora.audit', team.name).split('\n'));
      const driven = [
        ...Object.keys(CALLS),
        ...READING,
        ...Object.keys(OPERATIONS).map((name) => `team ${name}`),
      ];
      expect(driven.filter((name) => !acts.has(name))).toEqual([]);
      const blobs = postgres.psql("SELECT encode(bytes, 'escape') FROM memora.blob", team.name);
      expect([blobs.includes(SECRET), blobs.includes(PRIVATE), blobs.includes('The owl of ben')]).toEqual([
        false,
        true,
        true,
      ]);
      // The worker's pages of a scope contain only text of that scope.
      const pages = pagesOfWorker();
      expect([pages.includes('Cork'), /c4n4ry/u.test(pages)]).toEqual([true, false]);
    }, 120_000);
  },
);
