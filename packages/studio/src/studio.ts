import type { Memory } from '@memora/engine';
import type { Vault } from '@memora/vault';
import type { AnswerShelf } from './ask/create-answer-shelf.ts';
import type { EventHub } from './live/create-event-hub.ts';
import type { FollowedIndex } from './live/follow-index.ts';
import type { House } from './rooms/house.ts';
import type { Settling } from './today/create-settling.ts';

/** The dependencies of the routes of one vault's page. */
export interface Studio {
  /** The path prefix of its addresses, which holds the token. */
  readonly path: string;
  readonly memory: Memory;
  readonly vault: Vault;
  readonly shelf: AnswerShelf;
  readonly events: EventHub;
  readonly settling: Settling;
  readonly house: House;
  /** Resolves when at least one note is indexed, or none ever will be. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  /** Progress of the first reading of the vault. Null before and after it. */
  readonly reading: FollowedIndex['reading'];
  /** Records an error by its code. */
  readonly problem: (error: unknown) => void;
}
