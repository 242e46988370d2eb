import type { Memory } from '@memora/engine';
import type { Vault } from '@memora/vault';
import type { AnswerShelf } from './ask/create-answer-shelf.ts';
import type { EventHub } from './live/create-event-hub.ts';
import type { Settling } from './today/create-settling.ts';

/** What the routes of the page work with. */
export interface Studio {
  readonly memory: Memory;
  readonly vault: Vault;
  readonly shelf: AnswerShelf;
  readonly events: EventHub;
  readonly settling: Settling;
  /** Resolves when something of the vault is indexed, or nothing will be. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  /** Records a fault by its code. */
  readonly problem: (error: unknown) => void;
}
