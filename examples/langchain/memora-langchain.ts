import { Document } from '@langchain/core/documents';
import { BaseRetriever } from '@langchain/core/retrievers';
import { tool } from '@langchain/core/tools';
import type { Memory } from '@memora/engine';
import { toAnswerJson, toHitJson } from '@memora/engine/json';
import { z } from 'zod';

/** What goes to a model holds no secret claim: being found by a word would tell the word. */
const SHOWN = ['public', 'private'] as const;

/** The claims of a memory as documents; `metadata` has the id to cite, the note and the score. */
export class MemoraRetriever extends BaseRetriever {
  lc_namespace = ['memora', 'retrievers'];
  readonly #memory: Memory;
  readonly #k: number;

  constructor(memory: Memory, k = 8) {
    super();
    this.#memory = memory;
    this.#k = k;
  }

  override async _getRelevantDocuments(query: string): Promise<Document[]> {
    await this.#memory.refresh({ first: true });
    const { hits } = await this.#memory.query(query, { k: this.#k, bands: SHOWN });
    return hits.map((hit) => {
      const { claim_id, note, snippet, score } = toHitJson(hit);
      return new Document({ id: claim_id, pageContent: snippet, metadata: { claim_id, note, score } });
    });
  }
}

/** The memory as a tool of an agent: the answer in the words of the notes, every sentence with its `[claim:…]`. */
export function memoraTool(memory: Memory) {
  return tool(
    async ({ question }) => {
      await memory.refresh({ first: true });
      const answer = await memory.ask(question, { bands: SHOWN, useModel: false });
      return toAnswerJson(answer).clean_text || 'The notes do not say.';
    },
    {
      name: 'memora_query_cited',
      description:
        'Answer a question from the notes. Keep the [claim:…] markers behind what you take from it.',
      schema: z.object({ question: z.string() }),
    },
  );
}
