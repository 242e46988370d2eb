/**
 * Two agents and one human over a team's memory server: decisions are shared, preferences stay with whom they belong to.
 *
 *   MEMORY=http://127.0.0.1:7420/mcp ANN_TOKEN=… PLANNER_TOKEN=… BUILDER_TOKEN=… node team.ts
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const { MEMORY = 'http://127.0.0.1:7420/mcp', ANN_TOKEN, PLANNER_TOKEN, BUILDER_TOKEN } = process.env;
if (ANN_TOKEN === undefined || PLANNER_TOKEN === undefined || BUILDER_TOKEN === undefined) {
  console.error('usage: MEMORY=URL ANN_TOKEN=… PLANNER_TOKEN=… BUILDER_TOKEN=… node team.ts');
  process.exit(2);
}

/** Somebody who works with the memory, known to the server by a token alone. */
async function join(name: string, token: string) {
  const client = new Client({ name: `example-${name}`, version: '1.0.0' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(MEMORY), { requestInit: { headers } }));
  const call = async (tool: string, input: Record<string, unknown>) => {
    const { structuredContent, isError, content } = await client.callTool({ name: tool, arguments: input });
    if (isError !== true) return structuredContent as Record<string, unknown>;
    const [said] = content as { text?: string }[];
    throw new Error(`${tool}: ${said?.text}`);
  };
  return {
    /** Writes a note, and waits until it can be asked for. The key makes a second run no second note. */
    write: (region: string, summary: string, body: string, scope: 'user' | 'workspace') =>
      call('memora_capture', {
        ...{ region, summary, body, scope, wait_ms: 30_000 },
        idempotency_key: `example ${scope} ${region}/${summary}`,
      }),
    /** The sentences of an answer, without their citations. */
    ask: async (query: string) => {
      const { clean_text: text } = await call('memora_query_cited', { query });
      return String(text).replaceAll(/^- | ?\[claim:[0-9a-z]+\]/gmu, '');
    },
    promote: (path: string) =>
      call('memora_promote', { path, wait_ms: 30_000, idempotency_key: `example share ${path}` }),
    /** Where the words of a claim stand, once they were read and hashed again. */
    check: async (query: string) => {
      const { hits } = await call('memora_query', { query, k: 1 });
      const [hit] = hits as { claim_id: string; note: string }[];
      if (hit === undefined) return null;
      const { span_intact: isIntact } = await call('memora_verify_claim', { claim_id: hit.claim_id });
      return isIntact === true ? hit.note : null;
    },
    leave: () => client.close(),
  };
}

const say = (what: string, told: string) => console.log(`${what.padEnd(19)} ${told}`);
const [ann, planner, builder] = await Promise.all([
  join('ann', ANN_TOKEN),
  join('planner', PLANNER_TOKEN),
  join('builder', BUILDER_TOKEN),
]);

const cache = await planner.write('decisions', 'Cache', 'The cache of Harbor runs on Redis.', 'workspace');
say('planner decides', `${cache['path']}, version ${cache['version']}`);
await planner.write('preferences', 'Plans', 'The planner prefers plans of one page.', 'user');
say('builder is told', await builder.ask('What does the cache of Harbor run on?'));

const queue = await builder.write('decisions', 'Queue', 'The queue of Harbor runs on NATS.', 'workspace');
say('builder decides', `${queue['path']}, version ${queue['version']}`);
const overheard = await builder.ask('Which plans does the planner prefer?');
console.log(
  `builder asks after the planner: ${overheard.includes('one page') ? overheard : 'nothing is known to builder'}`,
);

const decided = [
  await ann.ask('What does the cache of Harbor run on?'),
  await ann.ask('What does the queue of Harbor run on?'),
];
say('ann is told', decided.join(' | '));
const idea = await ann.write('ideas', 'Alerts', 'Alerts of Harbor go to the night shift.', 'user');
const shared = await ann.promote(String(idea['path']));
say('ann shares', `${shared['path']}, version ${shared['version']}, from ${idea['path']}`);
say('planner is told', await planner.ask('Where do alerts of Harbor go?'));
say('planner checks', `the words stand in ${await planner.check('Where do alerts of Harbor go?')}`);
await Promise.all([ann.leave(), planner.leave(), builder.leave()]);
