import { MemoraError } from '@memora/core';
import type { Telemetry } from '@memora/engine/team';
import type { MetricName, TraceAttributes } from '@memora/postgres';

/** A server's metrics for Prometheus: numbers, codes and ids of scopes, never anybody's text. */
interface Metrics {
  /** The same telemetry, which also counts each event here. */
  readonly tracing: Telemetry;
  /** The text format of Prometheus, version 0.0.4, with the values that are measured at the request. */
  readonly text: (now: Readonly<Record<string, number>>) => string;
}

/** Maximum number of series: a workspace may have ten thousand scopes. */
const MOST_SERIES = 5_000;
const LABEL = 'memora.';

export function createMetrics(
  tracing: Telemetry,
  isGauge: (name: MetricName) => boolean,
  clock: () => number = () => performance.now(),
): Metrics {
  const families = new Map<string, { readonly type: string; readonly series: Map<string, number> }>();
  let kept = 0;
  const put = (name: string, type: string, labels: string, value: number): void => {
    const family = families.get(name) ?? { type, series: new Map<string, number>() };
    families.set(name, family);
    const before = family.series.get(labels);
    if (before === undefined && kept++ >= MOST_SERIES) return;
    family.series.set(labels, type === 'counter' ? (before ?? 0) + value : value);
  };
  return {
    tracing: {
      ...tracing,
      span: async (name, work) => {
        const begun = clock();
        const base = toName(name);
        try {
          return await tracing.span(name, work);
        } catch (error) {
          const code = MemoraError.isInstance(error) ? error.code : 'UNKNOWN';
          put(`${base}_errors_total`, 'counter', `{code="${code}"}`, 1);
          throw error;
        } finally {
          put(`${base}_seconds_sum`, 'counter', '', (clock() - begun) / 1000);
          put(`${base}_seconds_count`, 'counter', '', 1);
        }
      },
      measure: (name, value, attributes = {}) => {
        tracing.measure(name, value, attributes);
        if (isGauge(name)) put(toName(name), 'gauge', toLabels(attributes), value);
        else put(`${toName(name)}_total`, 'counter', toLabels(attributes), value);
      },
    },
    text: (now) => {
      const lines = [...families].flatMap(([name, { type, series }]) => [
        `# TYPE ${name} ${type}`,
        ...[...series].map(([labels, value]) => `${name}${labels} ${value}`),
      ]);
      const measured = Object.entries(now).flatMap(([name, value]) => [
        `# TYPE ${name} gauge`,
        `${name} ${value}`,
      ]);
      return `${[...lines, ...measured].join('\n')}\n`;
    },
  };
}

function toName(name: string): string {
  return name.replaceAll('.', '_');
}

function toLabels(attributes: TraceAttributes): string {
  const pairs = Object.entries(attributes).map(([key, value]) => {
    const label = toName(key.startsWith(LABEL) ? key.slice(LABEL.length) : key);
    const text = String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
    return `${label}="${text}"`;
  });
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
