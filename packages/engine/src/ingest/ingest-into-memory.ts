import { fingerprint } from '@memora/core';
import type { Ingester, IngestOutcome, IngestSource as SourceOfIngester } from '@memora/ingest';
import type {
  IngestedSource,
  IngestOptions,
  IngestProblem,
  IngestSource,
  RefreshSourcesOptions,
} from './ingest-options.ts';

/** The dependencies of reading documents into a memory. */
interface IngestPorts {
  /** One for all sources: starting its thread takes longer than reading most of them. */
  readonly ingester: (options: Pick<IngestOptions, 'allowLocal'>) => Promise<Ingester>;
  /** Updates the claims of these notes. */
  readonly index: (paths: readonly string[], signal?: AbortSignal) => Promise<unknown>;
}

/** Writes the documents of a source to the vault as notes, then indexes them on request. Problems with a source are yielded in its place. */
export async function* ingestIntoMemory(
  source: IngestSource,
  options: IngestOptions,
  ports: IngestPorts,
): AsyncGenerator<IngestedSource | IngestProblem> {
  const ingester = await ports.ingester(options);
  yield* indexing(ingester.ingest(toSource(source), options), options, ports, true);
}

/** Reads the sources that this installation knows again. */
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
      // A caller that names an address must first learn that the network is disabled.
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
  if (error === null) return { problem: 'DOCUMENT_EMPTY', message: 'The source contains no document.' };
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
