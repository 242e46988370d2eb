import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { JsonSchema } from '../../protocol/list-schemas.ts';
import { type McpTeam, setupTeam } from '../../testing-fixtures/setup-team.ts';
import { describeTeamApi } from './describe-api.ts';

interface Api {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post: {
          readonly requestBody: {
            readonly content: {
              'application/json': { schema: { discriminator: { mapping: Record<string, string> } } };
            };
          };
        };
      }
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}
type Call = (args?: object) => Promise<Record<string, unknown>>;

/**
 * A client generated from the document alone: one function per operation, which checks its request and the
 * answer.
 */
function clientOf(document: Api, origin: string, token: string): Readonly<Record<string, Call>> {
  const { schemas } = document.components;
  const [[path, { post }] = ['', undefined as never]] = Object.entries(document.paths);
  const { mapping } = post.requestBody.content['application/json'].schema.discriminator;
  const calls = Object.keys(mapping).map((operation): [string, Call] => [
    operation,
    async (args = {}) => {
      const body = z.fromJSONSchema(schemas[operation] ?? {}).parse({ operation, arguments: args });
      const reply = await fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const schema = reply.ok ? schemas[`${operation}.result`] : schemas['Error'];
      return z.fromJSONSchema(schema ?? {}).parse(await reply.json()) as Record<string, unknown>;
    },
  ]);
  return Object.fromEntries(calls);
}

const api = describeTeamApi() as unknown as Api;

it('describes what every operation takes and gives, in words that JSON Schema has', () => {
  const names = Object.keys(api.components.schemas);
  expect(names).toEqual(expect.arrayContaining(['member.add', 'member.add.result', 'memora_query', 'Error']));
  for (const schema of Object.values(api.components.schemas))
    expect(() => z.fromJSONSchema(schema)).not.toThrow();
  expect(JSON.parse(JSON.stringify(api))).toEqual(api);
});

const reason = whyNoServer();
let server: TestServer;
let team: McpTeam;
let client: Readonly<Record<string, Call>>;
beforeAll(async () => {
  if (reason !== null) return;
  server = await startServer();
  team = await setupTeam(server);
  const { url } = await team.serve();
  const token = await team.tokenOf('ann', ['memora:read', 'memora:write', 'memora:admin']);
  client = clientOf(api, new URL(url).origin, token);
}, 120_000);
afterAll(async () => {
  await team?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

describe.skipIf(reason !== null)('a client that is made of the description', () => {
  it('speaks to the real server, and finds each answer as described', async () => {
    expect(await client['member.add']?.({ principal: 'carl', role: 'writer' })).toMatchObject({
      role: 'writer',
    });
    expect((await client['member.list']?.())?.['members']).toContainEqual(
      expect.objectContaining({ principal: 'carl', role: 'writer' }),
    );
    expect(await client['status']?.()).toHaveProperty('scopes');
    expect(await client['memora_query']?.({ query: 'pump' })).toHaveProperty('hits');
    expect(await client['history']?.({ note: 'none.md' })).toHaveProperty('error.code');
  });

  it('sends nothing that the description does not have', async () => {
    await expect(client['member.add']?.({ principal: 'carl', role: 'king' })).rejects.toThrow();
    await expect(client['member.add']?.({})).rejects.toThrow();
  });
});
