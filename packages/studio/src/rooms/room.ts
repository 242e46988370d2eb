import type { KeptAnswer } from '../ask/create-answer-shelf.ts';

/** The page of one vault, or of none: then it asks which. */
export interface Room {
  /** Null for the page that asks which. */
  readonly folder: string | null;
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Answers that are followed. */
  readonly answers: () => readonly KeptAnswer[];
  readonly close: () => Promise<void>;
}
