import type { Memory } from '@memora/engine';
import type { Vault } from '@memora/vault';
import type { AnswerShelf } from './ask/create-answer-shelf.ts';
import type { EventHub } from './live/create-event-hub.ts';
import type { FollowedIndex } from './live/follow-index.ts';
import type { House } from './rooms/house.ts';
import type { Settling } from './today/create-settling.ts';

/** What the routes of one vault's page work with. */
export interface Studio {
  /** The path of its addresses, which holds the token. */
  readonly path: string;
  readonly memory: Memory;
  readonly vault: Vault;
  readonly shelf: AnswerShelf;
  readonly events: EventHub;
  readonly settling: Settling;
  readonly house: House;
  /** Resolves when something of the vault is indexed, or nothing will be. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  /** How far the first reading of the vault is. Null before and after it. */
  readonly reading: FollowedIndex['reading'];
  /** Records a fault by its code. */
  readonly problem: (error: unknown) => void;
}
