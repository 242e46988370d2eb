/** The timed operations of a team's memory. */
export type SpanName =
  | 'memora.ask'
  | 'memora.legs'
  | 'memora.verify'
  | 'memora.capture'
  | 'memora.index'
  | 'memora.publish';

/** The counters and gauges of a team's memory. */
export type MetricName =
  | 'memora.lag.notes'
  | 'memora.lag.seconds'
  | 'memora.verdicts'
  | 'memora.legs.degraded'
  | 'memora.refusals'
  | 'memora.pool.connections'
  | 'memora.pool.waiting';

const GAUGES: ReadonlySet<MetricName> = new Set([
  'memora.lag.notes',
  'memora.lag.seconds',
  'memora.pool.connections',
  'memora.pool.waiting',
]);

/** True for a gauge; the other metrics are counters. */
export function isGauge(name: MetricName): boolean {
  return GAUGES.has(name);
}

/** Numbers, codes and ids; never text of a note, a question or a path. */
export type TraceAttributes = Readonly<Record<string, number | boolean | string>>;

/** Receives traces and metrics. Only the operator's own exporter sends them out of the process. */
export interface Tracing {
  /** Runs work as a child of the current span. `tell` adds attributes; an error is recorded by its code. */
  readonly span: <Result>(
    name: SpanName,
    work: (tell: (attributes: TraceAttributes) => void) => Promise<Result>,
  ) => Promise<Result>;
  /** Adds to a counter or sets a gauge. */
  readonly measure: (name: MetricName, value: number, attributes?: TraceAttributes) => void;
}

/** Records nothing. */
export const UNTRACED: Tracing = { span: (_name, work) => work(() => undefined), measure: () => undefined };
