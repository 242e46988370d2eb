import { realpath } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fingerprint, MemoraError } from '@memora/core';
import { type BoundedReader, type Document, fetchSource, ingestDocument } from '@memora/ingest';
import type { Fetch } from '@memora/privacy';
import type { Vault } from '@memora/vault';
import type { IngestedSource, IngestOptions, IngestProblem, IngestSource } from './ingest-options.ts';
import { readFileSource } from './read-file-source.ts';

/** What reading documents into a memory needs of it. */
export interface IngestPorts {
  readonly vault: Vault;
  /** What fetches addresses; asked for with the first of them. */
  readonly send: () => Promise<Fetch>;
  /** What reads documents: one for all sources, because its thread takes longer to start than most of them take. */
  readonly reader: () => BoundedReader;
  readonly now: () => Date;
  /** Brings the claims in line with these notes. */
  readonly index: (paths: readonly string[], signal?: AbortSignal) => Promise<unknown>;
}

/** A source whose bytes are at hand. */
interface OpenedSource {
  readonly bytes: Uint8Array;
  readonly identity: string;
  /** What the note names. */
  readonly origin: string;
  readonly name: string | null;
  readonly url: string | null;
  readonly type: string | null;
  readonly charset: string | null;
}

/** Writes the documents of a source into the vault as notes, then indexes them where that is asked for. What can't be read is told in its place. */
export async function* ingestIntoMemory(
  source: IngestSource,
  options: IngestOptions,
  ports: IngestPorts,
): AsyncGenerator<IngestedSource | IngestProblem> {
  const { signal, dryRun = false, region, title } = options;
  const written: string[] = [];
  let number = 0;
  try {
    const opened = await openSource(source, options, ports);
    const original = fingerprint(opened.bytes);
    for await (const document of ports.reader().read(opened.bytes, toReading(opened, options))) {
      number++;
      const ingested = await ingestDocument(ports.vault, document, {
        identity: identityOf(opened, document, number),
        origin: opened.origin,
        original,
        retrievedMs: ports.now().getTime(),
        dryRun,
        privacy: options.privacy ?? 'private',
        ...(region === undefined ? {} : { region }),
        ...(title === undefined ? {} : { title }),
      });
      if (!dryRun && ingested.status !== 'unchanged') written.push(ingested.path);
      yield { ...ingested, origin: opened.origin };
    }
    if (number === 0) yield { problem: 'DOCUMENT_EMPTY', message: 'The source holds no document.' };
  } catch (error) {
    signal?.throwIfAborted();
    // What stands in the way of every source is no fault of this one.
    if (!MemoraError.isInstance(error) || FATAL.has(error.code)) throw error;
    const { code, message, hint } = error;
    yield { problem: code, message, ...(hint === undefined ? {} : { hint }) };
  } finally {
    if (written.length > 0 && options.index === true && signal?.aborted !== true)
      await ports.index(written, signal);
  }
}

const FATAL = new Set([
  'PATH_OUTSIDE_VAULT',
  'PATH_RESERVED',
  'DISK_FULL',
  'NETWORK_DISABLED',
  'VAULT_LOCKED',
]);

async function openSource(
  source: IngestSource,
  { type, signal, absoluteOrigin }: IngestOptions,
  { send }: IngestPorts,
): Promise<OpenedSource> {
  const told = type ?? null;
  if (typeof source !== 'string') {
    const { bytes, name = null } = source;
    const identity = source.identity ?? (name === null ? fingerprint(bytes) : `name:${name}`);
    return { bytes, identity, origin: name ?? 'stdin', name, url: null, type: told, charset: null };
  }
  if (/^https?:\/\//i.test(source)) {
    const found = await fetchSource(source, {
      send: await send(),
      ...(signal === undefined ? {} : { signal }),
    });
    if (found.kind !== 'fetched') throw new TypeError('a source without validators was not sent');
    const { bytes, origin, url, name, mediaType, charset } = found;
    return {
      bytes,
      identity: origin,
      origin,
      name: name ?? nameOfUrl(url),
      url,
      type: told ?? mediaType,
      charset,
    };
  }
  const path = resolve(source);
  const bytes = await readFileSource(path);
  const name = basename(path);
  const identity = `file:${await realpath(path)}`;
  return {
    ...{ bytes, identity, name, charset: null, url: null, type: told },
    origin: absoluteOrigin === true ? path : name,
  };
}

function nameOfUrl(url: string): string {
  const { pathname, hostname } = new URL(url);
  return basename(decodeURIComponent(pathname)) || hostname;
}

function toReading({ name, url, type, charset }: OpenedSource, { signal }: IngestOptions) {
  return {
    ...(name === null ? {} : { name }),
    ...(url === null ? {} : { url }),
    ...(type === null ? {} : { type }),
    ...(charset === null ? {} : { charset }),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** The entries of a mailbox or a feed are distinguished by what they call themselves, else by their place. */
function identityOf({ identity }: OpenedSource, { meta }: Document, number: number): string {
  if (meta.key !== undefined) return `${identity}\n${meta.key}`;
  return number === 1 ? identity : `${identity}\n${number}`;
}
