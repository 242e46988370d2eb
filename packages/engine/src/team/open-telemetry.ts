import { MemoraError } from '@memora/core';
import { isGauge, type MetricName, type Tracing, UNTRACED } from '@memora/postgres';
import type { Attributes, Counter, Gauge } from '@opentelemetry/api';

/**
 * The telemetry of a team's memory, using only the API of OpenTelemetry. The operator registers an SDK and an
 * exporter; without them, nothing is recorded.
 */
export interface Telemetry extends Tracing {
  /** Runs work as a child of the span that a request names in its headers (`traceparent`). */
  readonly below: <Result>(headers: Readonly<Record<string, unknown>>, work: () => Result) => Result;
  /** The id of the current trace, for log lines; null if there is none. */
  readonly traceId: () => string | null;
}

type Api = typeof import('@opentelemetry/api');

const SILENT: Telemetry = { ...UNTRACED, below: (_headers, work) => work(), traceId: () => null };

/** Opens the telemetry; silent if `@opentelemetry/api` is not installed. */
export async function openTelemetry(): Promise<Telemetry> {
  const api = await loadApi();
  if (api === null) return SILENT;
  const tracer = api.trace.getTracer('memora');
  const meter = api.metrics.getMeter('memora');
  const instruments = new Map<MetricName, Counter | Gauge>();
  const traceId = () => {
    const id = api.trace.getActiveSpan()?.spanContext().traceId;
    return id === undefined || id === api.INVALID_TRACEID ? null : id;
  };
  return {
    traceId,
    below: (headers, work) => api.context.with(api.propagation.extract(api.context.active(), headers), work),
    span: (name, work) =>
      tracer.startActiveSpan(name, async (span) => {
        try {
          return await work((attributes) => void span.setAttributes(attributes as Attributes));
        } catch (error) {
          // Not the error itself, because its message and stack may contain note text.
          span.setAttribute('memora.code', codeOf(error));
          span.setStatus({ code: api.SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      }),
    measure: (name, value, attributes = {}) => {
      const known = instruments.get(name);
      const instrument = known ?? (isGauge(name) ? meter.createGauge(name) : meter.createCounter(name));
      instruments.set(name, instrument);
      if ('add' in instrument) instrument.add(value, attributes as Attributes);
      else instrument.record(value, attributes as Attributes);
    },
  };
}

async function loadApi(): Promise<Api | null> {
  try {
    return await import('@opentelemetry/api');
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string {
  return MemoraError.isInstance(error) ? error.code : 'UNKNOWN';
}
