/**
 * An agent built on the AI SDK: `drive-sdk.ts VAULT ENDPOINT QUESTION SECRET [CLAIM…]` calls every tool of `memoraTools`, one of which
 * captures a secret note, calls a model through `withMemora` with and without streaming, sends a stream through `verifiedStream`, and
 * prints all results. With an empty endpoint (`''`), it calls no model. `--list` prints the names that `@memora/engine/ai-sdk` exports.
 */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { openMemory } from '@memora/engine';
import * as sdk from '@memora/engine/ai-sdk';
import { generateText, streamText, type ToolSet } from 'ai';
import { citeClaims } from './cite-claims.ts';
import { CAPTURED } from './keeping-entry-points.ts';

const [vault = '', endpoint = '', question = '', secret = '', ...claimIds] = process.argv.slice(2);
await using memory = await openMemory({ vault });
const tools = sdk.memoraTools(memory, { capture: true });
if (endpoint === '--list') console.log(JSON.stringify([...Object.keys(sdk), ...Object.keys(tools)]));
else await drive();

async function drive(): Promise<void> {
  const cited = citeClaims(claimIds);
  await callTool(tools, 'memora_query', { query: question, k: 50 });
  await callTool(tools, 'memora_query', {
    query: question,
    k: 50,
    as_of: '2026-03-05',
    known_at: '2026-03-05',
  });
  await callTool(tools, 'memora_query_cited', { query: question });
  await callTool(tools, 'memora_verify_answer', { text: cited });
  const note = { region: CAPTURED, summary: secret, body: secret, privacy: 'secret' };
  await callTool(tools, 'memora_capture', note);
  await callTool(tools, 'memora_capture', { ...note, region: `../${secret}` });
  // Only the program itself sees the checks. They contain the source lines, secret ones included, each with its band.
  const shown = (part: object): boolean => !('checks' in part || 'report' in part);
  await show(async () =>
    (await gather(sdk.verifiedStream(ReadableStream.from([cited]), memory))).filter(shown),
  );
  if (endpoint === '') return;
  const provider = createOpenAICompatible({ name: 'recorder', baseURL: endpoint, apiKey: 'k' });
  const model = sdk.withMemora(provider('m'), memory);
  await show(async () => (await generateText({ model, prompt: question, tools, maxRetries: 0 })).content);
  await show(async () => gather(streamText({ model, prompt: question, maxRetries: 0 }).fullStream));
}

async function callTool(all: ToolSet, name: string, input: unknown): Promise<void> {
  await show(() => all[name]?.execute?.(input, { toolCallId: '1', messages: [], context: {} } as never));
}

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
