import type { Span } from '@memora/core';
import type { TurnRole } from '@memora/core/internal';

export type { TurnRole };

/** One utterance to write. */
export interface NewTurn {
  readonly role: TurnRole;
  readonly text: string;
  /** ISO 8601. */
  readonly at?: string;
  /** The speaker or the origin of the text: a name, a tool, an address. Written on one line, at most 200 characters. */
  readonly name?: string;
  /** True if the speaker attached the text instead of writing it. */
  readonly attached?: boolean;
}

/** One utterance of a conversation note. */
export interface NoteTurn {
  /** The number in `^t<n>`; null for a damaged turn. */
  readonly index: number | null;
  /** `unknown`: text that a person wrote between the turns, or a damaged turn. */
  readonly role: TurnRole | 'unknown';
  readonly at: string | null;
  readonly name: string | null;
  readonly attached: boolean;
  /** The text as the speaker wrote it; lines end with LF. */
  readonly text: string;
  /** From the turn's head to the end of its text. */
  readonly span: Span;
  /** 1-based. */
  readonly line: number;
}

/** The turn of a segment in a conversation note. */
export interface SegmentTurn extends Pick<NoteTurn, 'index' | 'role' | 'at' | 'name'> {
  /** True for the speaker's own words; false in code, in a quote and in attached text. */
  readonly own: boolean;
}
