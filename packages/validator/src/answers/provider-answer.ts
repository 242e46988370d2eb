/* Reads answers as SDKs return them. Loaded only if an answer is not a string. */

import type { Answer, ProviderSource } from '../contract/answer.ts';
import type { Passages } from '../evidence/evidence-reader.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import { attachCitations } from './attach-citations.ts';
import { inspectPassage } from './inspect-passage.ts';
import { readAnswer } from './read-answer.ts';

/** The text of a provider's answer, and a function that binds its citations to statements. */
interface ProviderAnswer {
  readonly text: string;
  readonly attach: (
    units: readonly StatementUnit[],
    toNotePath: ((source: ProviderSource) => string | null) | null,
  ) => { readonly units: readonly StatementUnit[]; readonly passages: Passages };
}

/** Reads an answer of any kind. Throws `MemoraError` `INVALID_ANSWER` if no text is found. */
export function readProviderAnswer(answer: Answer): ProviderAnswer {
  const { text, citations } = readAnswer(answer);
  return {
    text,
    attach: (found, toNotePath) => {
      const { units, passageById } = attachCitations(found, citations, toNotePath);
      const inspect: Passages['inspect'] = (note, id, reanchor) =>
        inspectPassage(note, passageById.get(id) as never, reanchor);
      return { units, passages: { byId: passageById, inspect } };
    },
  };
}
