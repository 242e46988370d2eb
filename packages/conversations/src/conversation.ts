import type { NewTurn } from '@memora/vault';

/** A chat from any source. */
export interface Conversation {
  /** The id that its source gives it; stable across exports. */
  readonly id: string;
  /** The format that it was read from. */
  readonly source: ConversationFormat;
  readonly title?: string;
  readonly turns: readonly NewTurn[];
}

export const CONVERSATION_FORMATS = ['chatgpt', 'claude', 'claude-code', 'messages', 'markdown'] as const;
/**
 * `chatgpt` and `claude`: the `conversations.json` of an export, `claude` also as JSONL. `claude-code`: a session's JSONL. `messages`: JSON or JSONL of
 * messages in the shape of the SDKs. `markdown`: text whose lines begin with `User:` and `Assistant:`.
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

/** A part of the input that could not be read; the other parts were. The message never holds text of a chat. */
export interface ConversationProblem {
  readonly problem: ConversationProblemCode;
  readonly message: string;
  /** The id of the conversation, if it is known. */
  readonly id?: string;
  /** The 1-based number of the element or line of the input. */
  readonly number?: number;
}
