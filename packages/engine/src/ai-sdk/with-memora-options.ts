import type { Policy } from '@memora/validator';
import type { PromptRequest } from '../memory.ts';

/** A message of the conversation, as the caller of the model sent it. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** Its text parts, joined by line ends. */
  readonly text: string;
}

/** How a model uses a memory. */
export interface WithMemoraOptions extends Omit<PromptRequest, 'signal'> {
  /**
   * Selects the replies that are checked against the notes.
   * - `auto`, the default: replies to a message that the notes are about. If only the user's earlier messages lead to notes, cited statements are checked and
   * uncited ones stay. Every other message and its reply pass unchanged.
   * - `strict`: all replies. Statements without citations are left out.
   * - `chat`: cited statements are checked, and uncited ones stay.
   *
   * `providerMetadata.memora.grounded` of a text is true if nothing uncited could stay in it.
   */
  readonly mode?: 'auto' | 'strict' | 'chat';
  /**
   * Selects which statements with valid citations stay: `proven`, the default, leaves out those that change or cut the words of a note; `mark` keeps them;
   * `strip` keeps only the notes' own words and what a judge supports.
   */
  readonly policy?: Policy;
  /** The reply if the model wrote text and none of it was kept; empty by default. */
  readonly fallback?: string;
  /** The rules that the model receives with passages. A function receives Memora's rules, which explain how to cite, and returns the rules to send. */
  readonly instructions?: string | ((rules: string) => string);
  /**
   * Returns the search text for the conversation; empty if the last message needs no notes. By default the last user message, with the two before it as
   * additional words.
   */
  readonly question?: (messages: readonly ChatMessage[]) => string | PromiseLike<string>;
}
