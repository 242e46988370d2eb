import type { ConnectionSource, Tracing } from '@memora/postgres';

/** The same pool, reporting with each request how many connections are open and how many calls wait. */
export function measurePool(
  source: ConnectionSource,
  { measure }: Pick<Tracing, 'measure'>,
): ConnectionSource['withConnection'] {
  return (work, options) => {
    const usage = source.usage?.();
    if (usage !== undefined) {
      measure('memora.pool.connections', usage.connections);
      measure('memora.pool.waiting', usage.waiting);
    }
    return source.withConnection(work, options);
  };
}
