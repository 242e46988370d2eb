import type { SdkModel } from '@memora/core';
import type { AdmissionCode } from '../admit/admission.ts';
import type { ModelPlace } from '../context/context-pack.ts';

/** Options of a session's reflection. */
export interface ReflectOptions {
  /** Any AI SDK model, which proposes candidates; the model of the settings by default. Without one nothing is saved, and nothing leaves the machine. */
  readonly model?: SdkModel;
  /** Where the model runs. Secret text is redacted except for `loopback`. */
  readonly place?: ModelPlace;
  /** How often the model is shown its errors and asked again; 2 by default and at most. */
  readonly retries?: number;
  /** Milliseconds for each request; 60,000 by default. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Why a candidate was not submitted to admission. */
export type RefusedCandidate = 'no_quote' | 'unknown_turn' | 'not_quoted' | 'invalid' | 'enough';

/** Why a model gave no candidates. */
export type ReflectFailure =
  | 'model_unreachable'
  | 'model_rate_limited'
  | 'model_timeout'
  | 'model_blocked'
  | 'model_failed'
  | 'model_rambled';

/** The result of reflecting: `candidates` is the sum of `saved`, `known` and the counts of `refused`. */
export interface Reflection {
  /** Ids of the memories that were written. */
  readonly saved: readonly string[];
  readonly candidates: number;
  /** Number of candidates that were already remembered. */
  readonly known: number;
  readonly refused: Readonly<Partial<Record<AdmissionCode | RefusedCandidate, number>>>;
  /** Number of requests to the model. */
  readonly requests: number;
  /** Why the model returned nothing usable; nothing is saved then. */
  readonly failure: ReflectFailure | null;
}
