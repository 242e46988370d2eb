/**
 * A query engine of LlamaIndex.TS over a folder of notes: the memory is its retriever, and what it writes is checked.
 *
 *   node ask.ts FOLDER "who carries the pager?"
 */

import { Settings } from '@llamaindex/core/global';
import { RetrieverQueryEngine } from '@llamaindex/core/query-engine';
import { BaseRetriever } from '@llamaindex/core/retriever';
import { type NodeWithScore, TextNode } from '@llamaindex/core/schema';
import { extractText } from '@llamaindex/core/utils';
import { OpenAI } from '@llamaindex/openai';
import { type Memory, openMemory } from '@memora/engine';
import { toHitJson } from '@memora/engine/json';

/** The claims of a memory as nodes; each text ends with the marker to cite it by. */
class MemoraRetriever extends BaseRetriever {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    super();
    this.#memory = memory;
  }

  override async _retrieve({ query }: Parameters<BaseRetriever['_retrieve']>[0]): Promise<NodeWithScore[]> {
    await this.#memory.refresh({ first: true });
    // What goes to a model holds no secret claim.
    const { hits } = await this.#memory.query(extractText(query), { k: 8, bands: ['public', 'private'] });
    return hits.map((hit) => {
      const { claim_id, note, snippet, score } = toHitJson(hit);
      const text = `${snippet} [claim:${claim_id}]`;
      return { node: new TextNode({ id_: claim_id, text, metadata: { note } }), score };
    });
  }
}

const [vault, ...words] = process.argv.slice(2);
if (vault === undefined || words.length === 0) {
  console.error('usage: ask.ts FOLDER QUESTION');
  process.exit(2);
}
const { MODEL_URL = 'http://127.0.0.1:11434/v1', MODEL = 'llama3.2', MODEL_KEY = 'none' } = process.env;
Settings.llm = new OpenAI({ model: MODEL, apiKey: MODEL_KEY, baseURL: MODEL_URL, maxRetries: 0 });

await using memory = await openMemory({ vault });
const engine = new RetrieverQueryEngine(new MemoraRetriever(memory));
const query = `${words.join(' ')} Keep the [claim:…] marker behind each statement that you take over.`;
const { message } = await engine.query({ query });
const report = await memory.verify(extractText(message.content));
console.log(report.cleanText.trim() || 'Nothing that the model wrote is supported by the notes.');
process.exitCode = report.verdict === 'verified' ? 0 : 1;
