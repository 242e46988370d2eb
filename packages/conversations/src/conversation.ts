import type { NewTurn } from '@memora/vault';

/** A chat, whatever it was read from. */
export interface Conversation {
  /** The id that its source gives it; stable over exports. */
  readonly id: string;
  /** Where it was read from. */
  readonly source: ConversationFormat;
  readonly title?: string;
  readonly turns: readonly NewTurn[];
}

export const CONVERSATION_FORMATS = ['chatgpt', 'claude', 'claude-code', 'messages', 'markdown'] as const;
/**
 * `chatgpt` and `claude`: the `conversations.json` of an export, `claude` also as JSONL. `claude-code`: a session's JSONL. `messages`: JSON or
 * JSONL of messages as the SDKs have them. `markdown`: text whose lines begin with `User:` and `Assistant:`.
 */
export type ConversationFormat = (typeof CONVERSATION_FORMATS)[number];

export type ConversationProblemCode =
  | 'FORMAT_UNKNOWN'
  | 'ARCHIVE_INVALID'
  | 'JSON_INVALID'
  | 'JSON_TRUNCATED'
  | 'CONVERSATION_INVALID'
  | 'CONVERSATION_EMPTY'
  | 'MESSAGES_UNREADABLE'
  | 'GRAPH_CYCLE'
  | 'TOO_LARGE';

/** What could not be read; the rest was. The message never holds text of a chat. */
export interface ConversationProblem {
  readonly problem: ConversationProblemCode;
  readonly message: string;
  /** The id of the conversation, where it is known. */
  readonly id?: string;
  /** Which element or line of the input, from 1. */
  readonly number?: number;
}
