/**
 * A graph of LangGraph that remembers in a vault: what is said is saved as a note, and found again in any later process.
 *
 *   node store.ts FOLDER ida "The relay of Harbor runs in Lisbon."
 *   node store.ts FOLDER ida "Where does the relay run?"
 */
import { type LangGraphRunnableConfig, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { openAgentMemory } from '@memora/agent-memory';
import { MemoraStore } from './memora-store.ts';

const [vault, user, ...words] = process.argv.slice(2);
if (vault === undefined || user === undefined || words.length === 0) {
  console.error('usage: store.ts FOLDER USER WORDS');
  process.exit(2);
}

await using agent = await openAgentMemory({ vault, agent: 'graph' });

const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', async ({ messages }, { store }: LangGraphRunnableConfig) => {
    const said = messages.at(-1)?.text ?? '';
    if (said.endsWith('?')) {
      const found = await store?.search(['users', user], { query: said, limit: 3 });
      return { messages: [found?.[0]?.value['text'] ?? 'Nothing is remembered.'] };
    }
    await store?.put(['users', user], said.slice(0, 40), { text: said });
    return { messages: ['Noted.'] };
  })
  .addEdge(START, 'answer')
  .compile({ store: new MemoraStore(agent) });

const { messages } = await graph.invoke({ messages: [{ role: 'user', content: words.join(' ') }] });
console.log(messages.at(-1)?.text);
