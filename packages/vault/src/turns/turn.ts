import type { Span } from '@memora/core';
import type { TurnRole } from '@memora/core/internal';

export type { TurnRole };

/** One utterance, to be written. */
export interface NewTurn {
  readonly role: TurnRole;
  readonly text: string;
  /** ISO 8601. */
  readonly at?: string;
  /** Who speaks, or where the text comes from: a name, a tool, an address. Written on one line, at most 200 characters of it. */
  readonly name?: string;
  /** True if the speaker attached the text and did not write it. */
  readonly attached?: boolean;
}

/** One utterance of a conversation note. */
export interface NoteTurn {
  /** The number in `^t<n>`; null for what is no sound turn. */
  readonly index: number | null;
  /** `unknown`: what a person wrote between the turns, or a turn that was damaged. */
  readonly role: TurnRole | 'unknown';
  readonly at: string | null;
  readonly name: string | null;
  readonly attached: boolean;
  /** The text as it was said; lines end with LF. */
  readonly text: string;
  /** From the turn's head to the end of its text. */
  readonly span: Span;
  /** 1-based. */
  readonly line: number;
}

/** What a segment of a conversation note knows of the turn it is in. */
export interface SegmentTurn extends Pick<NoteTurn, 'index' | 'role' | 'at' | 'name'> {
  /** True for the speaker's own words; false in code, in a quote and in what was attached. */
  readonly own: boolean;
}
