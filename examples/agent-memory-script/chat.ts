/**
 * An agent of the AI SDK with a memory: what one run of this program is told, the next one knows.
 *
 *   node chat.ts FOLDER "Remember that the relay of Harbor runs in Lisbon."
 *   node chat.ts FOLDER "Where does the relay of Harbor run?"
 */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { openAgentMemory } from '@memora/agent-memory';
import { agentMemoryTools, withAgentMemory } from '@memora/agent-memory/ai-sdk';
import { generateText, stepCountIs } from 'ai';

const [vault, ...words] = process.argv.slice(2);
if (vault === undefined || words.length === 0) {
  console.error('usage: chat.ts FOLDER MESSAGE');
  process.exit(2);
}
const { MODEL_URL = 'http://127.0.0.1:11434/v1', MODEL = 'llama3.2', MODEL_KEY = 'none' } = process.env;
const provider = createOpenAICompatible({ name: 'example', baseURL: MODEL_URL, apiKey: MODEL_KEY });

await using agentMemory = await openAgentMemory({ vault, agent: 'helper' });
const session = await agentMemory.session({ client: 'agent-memory-script' });
const { text } = await generateText({
  model: withAgentMemory(provider(MODEL), session, { budget: 4_000 }),
  tools: agentMemoryTools(session),
  stopWhen: stepCountIs(5),
  prompt: words.join(' '),
  maxRetries: 0,
});
console.log(text);
await session.end();
