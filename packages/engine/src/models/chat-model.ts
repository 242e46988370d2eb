import type { SdkModel, WireText } from '@memora/core';

/** A prompt that may leave the process: nothing but minted text fits. */
export interface AnswerPrompt {
  /** Constant words of Memora's own, which may leave whatever notes hold: no text of a note, ever. */
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
  /** As the provider counts them. */
  readonly usage?: { readonly inputTokens: number | null; readonly outputTokens: number | null };
  readonly failure: ModelFailure | null;
}

/** A chat model as the answer pipeline sees it. */
export interface ChatModel {
  readonly name: string;
  /** Which text it may see: all of it on this machine, redacted text elsewhere. */
  readonly place: () => Promise<'loopback' | 'cloud-model'>;
  /**
   * The AI SDK model that it asks; each request passes the egress. `constant` are words of Memora's own that each request holds: they may
   * leave whatever notes hold.
   */
  readonly open: (constant?: readonly string[]) => Promise<SdkModel>;
  /** Writes a draft. Never throws for a fault of the model; throws where `signal` is aborted. */
  readonly write: (prompt: AnswerPrompt, options: WriteOptions) => Promise<Draft>;
}

/** How a draft is written. */
export interface WriteOptions {
  readonly signal?: AbortSignal | undefined;
  /** The words of the person, which may leave even if notes contain them. */
  readonly question: string;
  /** Called with each piece as it arrives. */
  readonly onText?: ((text: string) => void) | undefined;
  /** Tokens that the reply may have; 1,024 by default. */
  readonly maxOutputTokens?: number | undefined;
}
