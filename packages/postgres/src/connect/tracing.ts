/** What is timed of a team's memory. */
export type SpanName =
  | 'memora.ask'
  | 'memora.legs'
  | 'memora.verify'
  | 'memora.capture'
  | 'memora.index'
  | 'memora.publish';

/** What is counted or measured of it. */
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

/** True for a metric that says how much there is now; the others are counts. */
export function isGauge(name: MetricName): boolean {
  return GAUGES.has(name);
}

/** Numbers, codes and ids; never text of a note, a question or a path. */
export type TraceAttributes = Readonly<Record<string, number | boolean | string>>;

/** Where a team's memory tells what it does, and for how long. Whatever it is told leaves the process by the operator's own exporter alone. */
export interface Tracing {
  /** Runs work as a span, below the one under way. `tell` adds to it; an error is told by its code. */
  readonly span: <Result>(
    name: SpanName,
    work: (tell: (attributes: TraceAttributes) => void) => Promise<Result>,
  ) => Promise<Result>;
  /** Adds to a count, or says how much there is now. */
  readonly measure: (name: MetricName, value: number, attributes?: TraceAttributes) => void;
}

/** Tells nobody. */
export const UNTRACED: Tracing = { span: (_name, work) => work(() => undefined), measure: () => undefined };
