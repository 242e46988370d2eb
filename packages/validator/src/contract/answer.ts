/**
 * What can be verified: a text with markers; a result, message or list of parts of the AI SDK; a message of Anthropic with
 * citation blocks; a completion or response of OpenAI with annotations. Structural: no SDK is needed.
 */
export type Answer = string | AnswerMessage | readonly AnswerPart[];

/** An object that holds an answer; which fields it has says whose it is. */
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

/** One part of a message: text, with or without citations, or a source that the text before it rests on. */
export interface AnswerPart {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly citations?: unknown;
  readonly annotations?: unknown;
}

/** What a provider says of the source it cites; names are the providers' own. */
export interface ProviderSource {
  readonly title: string | null;
  /** `source` of a search result, `url` of a link. */
  readonly url: string | null;
  readonly filename: string | null;
  readonly fileId: string | null;
  /** Position of the document among those sent with the request. */
  readonly documentIndex: number | null;
}

/** A citation that stands beside the text and not in it. */
export interface ProviderCitation {
  /** UTF-16 range in the text: of the mark the provider wrote there, empty if it wrote none. */
  readonly start: number;
  readonly end: number;
  /** The claim it names, if it names one. */
  readonly claimId: string | null;
  readonly source: ProviderSource;
  /** What it says it quotes. */
  readonly quote: string | null;
  /** Where in the source, in Unicode code points. */
  readonly characters: { readonly start: number; readonly end: number } | null;
}
