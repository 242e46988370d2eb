/**
 * The Anthropic SDK's tool runner with a memory: the files that the model keeps under /memories are notes of a vault.
 *
 *   node chat.ts FOLDER "What do you remember about the relay?"
 */
import Anthropic from '@anthropic-ai/sdk';
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
import { openAgentMemory } from '@memora/agent-memory';
import { memoryHandlers } from '@memora/agent-memory/anthropic';

const [vault, ...words] = process.argv.slice(2);
if (vault === undefined || words.length === 0) {
  console.error('usage: chat.ts FOLDER MESSAGE');
  process.exit(2);
}
const {
  MODEL_URL = 'https://api.anthropic.com',
  MODEL = 'claude-sonnet-4-5',
  ANTHROPIC_API_KEY = 'none',
} = process.env;
const client = new Anthropic({ baseURL: MODEL_URL, apiKey: ANTHROPIC_API_KEY, maxRetries: 0 });

await using agentMemory = await openAgentMemory({ vault, agent: 'claude' });
const session = await agentMemory.session({ client: 'anthropic-memory' });
const message = await client.beta.messages.toolRunner({
  model: MODEL,
  max_tokens: 1024,
  max_iterations: 8,
  betas: ['context-management-2025-06-27'],
  messages: [{ role: 'user', content: words.join(' ') }],
  tools: [betaMemoryTool(memoryHandlers(session))],
});
for (const block of message.content) if (block.type === 'text') console.log(block.text);
await session.end();
