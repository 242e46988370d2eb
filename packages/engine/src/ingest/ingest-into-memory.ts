import { fingerprint } from '@memora/core';
import type { Ingester, IngestOutcome, IngestSource as SourceOfIngester } from '@memora/ingest';
import type {
  IngestedSource,
  IngestOptions,
  IngestProblem,
  IngestSource,
  RefreshSourcesOptions,
} from './ingest-options.ts';

/** What reading documents into a memory needs of it. */
interface IngestPorts {
  /** One for all sources: its thread takes longer to start than most of them take. */
  readonly ingester: (options: Pick<IngestOptions, 'allowLocal'>) => Promise<Ingester>;
  /** Brings the claims in line with these notes. */
  readonly index: (paths: readonly string[], signal?: AbortSignal) => Promise<unknown>;
}

/** Writes the documents of a source into the vault as notes, then indexes them where that is asked for. What can't be read is told in its place. */
export async function* ingestIntoMemory(
  source: IngestSource,
  options: IngestOptions,
  ports: IngestPorts,
): AsyncGenerator<IngestedSource | IngestProblem> {
  const ingester = await ports.ingester(options);
  yield* indexing(ingester.ingest(toSource(source), options), options, ports, true);
}

/** Reads sources again that this installation knows. */
export async function* refreshMemory(
  options: RefreshSourcesOptions,
  ports: IngestPorts,
): AsyncGenerator<IngestedSource | IngestProblem> {
  const ingester = await ports.ingester(options);
  yield* indexing(ingester.refresh(options), options, ports, false);
}

async function* indexing(
  outcomes: AsyncIterable<IngestOutcome>,
  { index, dryRun, signal }: Pick<IngestOptions, 'index' | 'dryRun' | 'signal'>,
  ports: IngestPorts,
  isNamed: boolean,
): AsyncGenerator<IngestedSource | IngestProblem> {
  const written: string[] = [];
  try {
    for await (const outcome of outcomes) {
      const { source, path, status, document, error } = outcome;
      // Somebody who names an address has to be told before anything else that none is reached.
      if (isNamed && error?.code === 'NETWORK_DISABLED') throw error;
      if (path !== null && dryRun !== true && (status === 'created' || status === 'updated'))
        written.push(path);
      if (document !== null) yield { ...document, origin: source };
      else yield { origin: source, ...problemOf(error) };
    }
  } finally {
    if (written.length > 0 && index === true && signal?.aborted !== true) await ports.index(written, signal);
  }
}

function problemOf(error: IngestOutcome['error']): Omit<IngestProblem, 'origin'> {
  if (error === null) return { problem: 'DOCUMENT_EMPTY', message: 'The source holds no document.' };
  const { code, message, hint } = error;
  return { problem: code, message, ...(hint === undefined ? {} : { hint }) };
}

function toSource(source: IngestSource): SourceOfIngester {
  if (typeof source !== 'string') {
    const { bytes, name, identity = name === undefined ? fingerprint(bytes) : undefined } = source;
    return { kind: 'bytes', bytes, name: name ?? 'stdin', ...(identity === undefined ? {} : { identity }) };
  }
  return /^https?:\/\//i.test(source) ? { kind: 'url', url: source } : { kind: 'file', path: source };
}
