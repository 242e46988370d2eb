import type { ShownUnit } from './judge-answer.ts';

/** The part of an answer without a model that the bench reads: its page of passages. */
export interface ReadableAnswer {
  readonly passages: readonly { readonly text: string; readonly passage: { readonly notePath: string } }[];
  /** The time that it is about, if the answer says so. */
  readonly asOf?: string;
}

/** The text shown to a reader: each passage of the page, best first, with its note. */
export function readShownPassages({ passages }: Pick<ReadableAnswer, 'passages'>): ShownUnit[] {
  return passages.map(({ text, passage }) => ({ text, notes: [passage.notePath] }));
}
