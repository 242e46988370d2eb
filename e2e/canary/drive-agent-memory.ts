/**
 * An agent with a memory over the vault: `drive-agent-memory.ts VAULT ENDPOINT QUESTION`. It packs a context
 * for the question, calls a model through `withAgentMemory` with and without streaming, calls the memory
 * tools, reflects with the model, and prints all results. With an empty endpoint (`''`), it calls no model.
 */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { openAgentMemory } from '@memora/agent-memory';
import { agentMemoryTools, withAgentMemory } from '@memora/agent-memory/ai-sdk';
import { generateText, streamText } from 'ai';

const [vault = '', endpoint = '', question = ''] = process.argv.slice(2);
await using agent = await openAgentMemory({ vault, agent: 'canary' });
const session = await agent.session({ client: 'canary', title: 'A trial' });

await session.note('The relay of Harbor was looked at.');
await show(async () => {
  const { excluded: _, ...pack } = await session.context({ question, budget: 40_000 });
  return pack;
});
// Files written by people, and files written by the agent itself.
for (const command of [
  { command: 'create', path: '/memories/told.md', file_text: 'The relay hums.\n' },
  { command: 'view', path: '/memories' },
  { command: 'view', path: '/memories/MEMORY.md' },
  { command: 'view', path: '/memories/told.md' },
  { command: 'str_replace', path: '/memories/told.md', old_str: 'hums', new_str: 'is silent' },
  { command: 'insert', path: '/memories/told.md', insert_line: 0, insert_text: 'Relay' },
  { command: 'rename', old_path: '/memories/told.md', new_path: '/memories/deep/told.txt' },
  { command: 'view', path: '/memories/../MEMORY.md' },
  { command: 'delete', path: '/memories/deep' },
])
  await show(() => session.file(command));
const tools = agentMemoryTools(session);
for (const [name, input] of [
  ['memora_remember', { content: 'The relay of Harbor hums at night.' }],
  ['memora_recall', { query: question, tokens: 4_000 }],
] as const)
  await show(() =>
    tools[name]?.execute?.(input as never, { toolCallId: '1', messages: [], context: {} } as never),
  );
if (endpoint === '') await show(() => session.reflect());
else {
  const provider = createOpenAICompatible({ name: 'recorder', baseURL: endpoint, apiKey: 'k' });
  const model = withAgentMemory(provider('m'), session, { budget: 40_000, verify: 'strip' });
  await show(async () => (await generateText({ model, prompt: question, tools, maxRetries: 0 })).content);
  await show(async () => gather(streamText({ model, prompt: question, maxRetries: 0 }).fullStream));
  await show(() => session.reflect({ model: provider('m') }));
}
await show(() => session.end());

async function show(work: () => unknown): Promise<void> {
  try {
    console.log(JSON.stringify(await work()));
  } catch (error) {
    console.log(error);
  }
}

async function gather<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const part of parts) all.push(part);
  return all;
}
