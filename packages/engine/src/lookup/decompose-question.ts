import { wire } from '@memora/privacy';
import type { Decomposer } from '@memora/retrieval';
import { MemoryError } from '../memory-error.ts';
import type { ChatModel, ModelFailure } from '../models/chat-model.ts';

const INSTRUCTIONS = wire`You take a question apart so that each part can be looked up in a person's notes by itself.
Write at most four short questions, one a line, nothing else. Keep names, numbers and dates as they are. Do not answer.
If the question asks for one thing only, write nothing but: NO PARTS`;

const MARK = /^\s*(?:[-*•]|\d+[.)])\s*/u;
const LONGEST = 300;

/** Splits a question into parts with a chat model. The model sees only the question; each request passes the egress. */
export async function decomposeWith(model: ChatModel, question: string): Promise<Decomposer> {
  return {
    place: await model.place(),
    decompose: async (asked, { signal }) => {
      const { text, failure } = await model.write(
        { instructions: INSTRUCTIONS, prompt: asked },
        { question, ...(signal === undefined ? {} : { signal }) },
      );
      if (failure !== null)
        throw new MemoryError('the model did not split the question', {
          code: failure.toUpperCase() as Uppercase<ModelFailure>,
          hint: 'Check the model.',
        });
      return text
        .split('\n')
        .map((line) => line.replace(MARK, '').trim())
        .filter((line) => line !== '' && line.length <= LONGEST && line !== 'NO PARTS');
    },
  };
}
