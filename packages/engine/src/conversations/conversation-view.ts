import type { Band, SpanLike } from '@memora/core';
import type { NoteTurn } from '@memora/vault';

/** A conversation of the vault with its notes: a long one continues in further notes. */
export interface ConversationSummary {
  /** The id of its first note. */
  readonly id: string;
  readonly title: string;
  readonly band: Band;
  /** Vault-relative, in order. */
  readonly notes: readonly string[];
  readonly turns: number;
  /** The time of its first turn, as in the note; null if no turn has a time. */
  readonly begun: string | null;
}

/** A turn of a conversation in the form that may be shown. */
export interface ConversationTurn extends Pick<NoteTurn, 'index' | 'role' | 'at' | 'attached'> {
  /** Null if it has none, or a secret one. */
  readonly name: string | null;
  /** Its words, with `[redacted]` in place of secret text. */
  readonly text: string;
  /** The note that contains it. */
  readonly notePath: string;
  /** Bytes of that note: the turn with its head. */
  readonly span: SpanLike;
}

/** A conversation with all of its turns, in note order. */
export interface StoredConversation extends Pick<ConversationSummary, 'id' | 'title' | 'notes'> {
  readonly turns: readonly ConversationTurn[];
}

/** Options of `memory.conversations` and `memory.conversation`. */
export interface ConversationOptions {
  /** True shows secret conversations and secret text. */
  readonly reveal?: boolean;
}
