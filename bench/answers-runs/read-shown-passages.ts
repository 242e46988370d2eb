import type { ShownUnit } from './judge-answer.ts';

/** As much of an answer without a model as the bench reads: its page of passages. */
export interface ReadableAnswer {
  readonly passages: readonly { readonly text: string; readonly passage: { readonly notePath: string } }[];
  /** The time that it is about, where the answer says so. */
  readonly asOf?: string;
}

/** What a reader is shown: each passage of the page, best first, with its note. */
export function readShownPassages({ passages }: Pick<ReadableAnswer, 'passages'>): ShownUnit[] {
  return passages.map(({ text, passage }) => ({ text, notes: [passage.notePath] }));
}
