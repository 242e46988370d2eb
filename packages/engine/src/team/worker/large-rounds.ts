import type { EmbeddingTurn, MetricName, SpanName, TraceAttributes, WorkReport } from '@memora/postgres';
import type { LoadedConfig } from '../../config/index.ts';

/** The start data of a worker's thread. */
export interface LargeRoundsData {
  readonly settings: LoadedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** A different name than that of the worker, so that neither touches the leases of the other. */
  readonly holder: string;
}

/** The messages of the thread. Errors are codes: no text of a note leaves it. */
export type LargeRoundsMessage =
  | { readonly kind: 'round'; readonly round: WorkReport }
  | { readonly kind: 'embedded'; readonly turn: EmbeddingTurn }
  | { readonly kind: 'left'; readonly scope: number }
  | { readonly kind: 'fault'; readonly code: string }
  | { readonly kind: 'begin'; readonly id: number; readonly name: SpanName }
  | {
      readonly kind: 'end';
      readonly id: number;
      readonly tell: TraceAttributes;
      readonly code: string | null;
    }
  | {
      readonly kind: 'measure';
      readonly name: MetricName;
      readonly value: number;
      readonly attributes: TraceAttributes;
    };
