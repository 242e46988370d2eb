import type { Policy } from '@memora/validator';
import type { PromptRequest } from '../memory.ts';

/** A message of the conversation, as the caller of the model sent it. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** Its text parts, joined by line ends. */
  readonly text: string;
}

/** How a model is given a memory. */
export interface WithMemoraOptions extends Omit<PromptRequest, 'signal'> {
  /**
   * Which replies are held to the notes.
   * - `auto`, the default: those to a message about which the notes say something. Where only the earlier messages of the user lead to notes, what the reply
   *   cites is checked and what it does not cite stays. Every other message and its reply pass.
   * - `strict`: all of them. What cites nothing does not come out.
   * - `chat`: what a reply cites is checked, and what it does not cite stays.
   *
   * `providerMetadata.memora.grounded` of a text is true if nothing uncited could stay in it.
   */
  readonly mode?: 'auto' | 'strict' | 'chat';
  /**
   * Which statements with citations that hold stay: `proven`, the default, leaves out those that change or cut the words of a note; `mark` leaves them in;
   * `strip` keeps the notes' own words, and what a judge supports, alone.
   */
  readonly policy?: Policy;
  /** What is said where the model wrote text and nothing of it stands; nothing by default. */
  readonly fallback?: string;
  /** The rules that the model is given with passages. A function gets the rules of Memora, which say how to cite, and gives those that are sent. */
  readonly instructions?: string | ((rules: string) => string);
  /**
   * What the notes are searched for, made of the conversation; empty if the last message needs no notes. By default the last message of the user, with the
   * two before it as further words to search for.
   */
  readonly question?: (messages: readonly ChatMessage[]) => string | PromiseLike<string>;
}
