import type { MetricName, SpanName, TraceAttributes, WorkReport } from '@memora/postgres';
import type { LoadedConfig } from '../../config/index.ts';

/** What the thread of a worker begins with. */
export interface LargeRoundsData {
  readonly settings: LoadedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Another name than that of the worker: each of the two leaves alone what the other one holds. */
  readonly holder: string;
}

/** What the thread tells. Errors are codes: nothing of a note leaves it. */
export type LargeRoundsMessage =
  | { readonly kind: 'round'; readonly round: WorkReport }
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
