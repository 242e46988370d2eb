import type { KeptAnswer } from '../ask/create-answer-shelf.ts';

/** The page of one vault, or the page that asks for one. */
export interface Room {
  /** Null for the page that asks for a vault. */
  readonly folder: string | null;
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** The answers that are followed. */
  readonly answers: () => readonly KeptAnswer[];
  readonly close: () => Promise<void>;
}
