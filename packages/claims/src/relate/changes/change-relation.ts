import type { Span } from '@memora/core';

/** How a statement of a note stands to an older one. */
export type ChangeRelation = 'same' | 'replaces' | 'contradicts' | 'compatible';

export const CHANGE_RELATIONS: readonly ChangeRelation[] = ['same', 'replaces', 'contradicts', 'compatible'];

/** What a model says where the older passage takes the place of what the note states. */
export const REPLACED_BY = 'replaced_by';

/** A place in a note that a search found: bytes of the note whose row key is given. */
export interface FoundPlace {
  readonly note: number;
  /** The passage. */
  readonly span: Span;
  /** Row key of the claim in it that fits best; null for the passage as a whole. */
  readonly claim: number | null;
}

/** What a search for older passages is given. */
export interface OlderRequest {
  /** Row key of the new or changed note. */
  readonly note: number;
  /** The parts of it that are asked about, as bytes. */
  readonly within: readonly Span[];
  /** Results for each sentence, at most. */
  readonly limit: number;
}

/** Searches for what a note may change, in the passages that stand in the store. */
export interface OlderSearch {
  /** What of a note is kept as passages: nothing of what was forgotten, erased or secret. */
  readonly visibleSpans: (note: number) => readonly Span[];
  /**
   * One ranked list for each sentence of the new parts of a note, best first. Every result is in a note that comes before it in the order of
   * dates, or in the note itself.
   */
  readonly find: (request: OlderRequest) => readonly (readonly FoundPlace[])[];
}

/** Opens a search; `order` holds the row keys of all notes, oldest first. */
export type OpenOlderSearch = (order: readonly number[]) => OlderSearch;
