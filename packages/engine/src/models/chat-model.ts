import type { SdkModel, WireText } from '@memora/core';

/** A prompt that may leave the process. Its type accepts only minted text. */
export interface AnswerPrompt {
  /**
   * Memora's own constant words. They may leave even if a note contains them, and they never include text of
   * a note.
   */
  readonly instructions: WireText;
  readonly prompt: WireText;
}

/** Why a model gave no usable draft, as a code that is in `degradedReasons`. */
export type ModelFailure =
  | 'model_timeout'
  | 'model_rate_limited'
  | 'model_refused'
  | 'model_cut_off'
  | 'model_unreachable'
  | 'model_blocked'
  | 'model_no_key'
  | 'model_not_installed'
  | 'model_failed';

/** The draft of a model; `failure` is set if it did not end normally. */
export interface Draft {
  readonly text: string;
  /** As counted by the provider. */
  readonly usage?: { readonly inputTokens: number | null; readonly outputTokens: number | null };
  readonly failure: ModelFailure | null;
}

/** A chat model as the answer pipeline sees it. */
export interface ChatModel {
  readonly name: string;
  /** The text that it may see: all text if it runs on this machine, otherwise redacted text. */
  readonly place: () => Promise<'loopback' | 'cloud-model'>;
  /**
   * The AI SDK model that it calls; each request passes the egress. `constant` are Memora's own words in each
   * request: they may leave even if a note contains them.
   */
  readonly open: (constant?: readonly string[]) => Promise<SdkModel>;
  /** Writes a draft. Never throws for a fault of the model; throws if `signal` is aborted. */
  readonly write: (prompt: AnswerPrompt, options: WriteOptions) => Promise<Draft>;
}

/** How a draft is written. */
export interface WriteOptions {
  readonly signal?: AbortSignal | undefined;
  /** The person's own words, which may leave even if notes contain them. */
  readonly question: string;
  /** Called with each piece as it arrives. */
  readonly onText?: ((text: string) => void) | undefined;
  /** Maximum number of tokens in the reply; 1,024 by default. */
  readonly maxOutputTokens?: number | undefined;
}
