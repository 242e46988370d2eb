import type { Span } from '@memora/core';

/** The relation of a note's statement to an older one. */
export type ChangeRelation = 'same' | 'replaces' | 'contradicts' | 'compatible';

export const CHANGE_RELATIONS: readonly ChangeRelation[] = ['same', 'replaces', 'contradicts', 'compatible'];

/** The model's relation if the older passage replaces the note's statement. */
export const REPLACED_BY = 'replaced_by';

/** A search result in a note: bytes of the note with the given row key. */
export interface FoundPlace {
  readonly note: number;
  /** The passage. */
  readonly span: Span;
  /** Row key of its best matching claim; null for the passage as a whole. */
  readonly claim: number | null;
}

/** The input of a search for older passages. */
export interface OlderRequest {
  /** Row key of the new or changed note. */
  readonly note: number;
  /** The spans to search for, in bytes. */
  readonly within: readonly Span[];
  /** Maximum number of results for each sentence. */
  readonly limit: number;
}

/** Searches the stored passages for statements that a note may change. */
export interface OlderSearch {
  /** Returns the parts of a note that are stored as passages: nothing forgotten, erased or secret. */
  readonly visibleSpans: (note: number) => readonly Span[];
  /** Returns one ranked list for each sentence of the new parts of a note, best first. Every result is in the note itself or in an earlier one by date. */
  readonly find: (request: OlderRequest) => readonly (readonly FoundPlace[])[];
}

/** Opens a search; `order` holds the row keys of all notes, oldest first. */
export type OpenOlderSearch = (order: readonly number[]) => OlderSearch;
