/**
 * The answers that can be verified: a text with markers; a result, message or list of parts of the AI SDK; a message of Anthropic with citation blocks; a
 * completion or response of OpenAI with annotations. Structural: no SDK is needed.
 */
export type Answer = string | AnswerMessage | readonly AnswerPart[];

/** An object that contains an answer. Its fields show which SDK it comes from. */
export interface AnswerMessage {
  /** AI SDK result. */
  readonly text?: unknown;
  /** AI SDK result, Anthropic message, OpenAI chat message. */
  readonly content?: unknown;
  /** AI SDK UI message. */
  readonly parts?: unknown;
  /** OpenAI chat completion. */
  readonly choices?: unknown;
  /** OpenAI response. */
  readonly output?: unknown;
  /** OpenAI chat message. */
  readonly annotations?: unknown;
}

/** One part of a message: text, with or without citations, or a source for the text before it. */
export interface AnswerPart {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly citations?: unknown;
  readonly annotations?: unknown;
}

/** A provider's description of a cited source; the names are the provider's. */
export interface ProviderSource {
  readonly title: string | null;
  /** `source` of a search result, `url` of a link. */
  readonly url: string | null;
  readonly filename: string | null;
  readonly fileId: string | null;
  /** Position of the document among those sent with the request. */
  readonly documentIndex: number | null;
}

/** A citation supplied separately from the text. */
export interface ProviderCitation {
  /** UTF-16 range of the provider's mark in the text; empty if there is no mark. */
  readonly start: number;
  readonly end: number;
  /** The id of the claim it names, if any. */
  readonly claimId: string | null;
  readonly source: ProviderSource;
  /** The text that it claims to quote. */
  readonly quote: string | null;
  /** Range in the source, in Unicode code points. */
  readonly characters: { readonly start: number; readonly end: number } | null;
}
