import { basename, win32 } from 'node:path';
import { fingerprint } from '@memora/core';
import type { Fetch } from '@memora/privacy';
import type { Vault } from '@memora/vault';
import { fetchSource } from '../fetch/fetch-source.ts';
import { toStoredUrl } from '../fetch/stored-url.ts';
import type { IngestOptions, IngestSource } from './ingester.ts';
import { openSourceFile } from './open-source-file.ts';
import type { SourceRecord, SourceRecords } from './source-records.ts';

/** A source after the check: unchanged, or to be read. */
export interface SourceRead extends Disposable {
  readonly identity: string;
  readonly kind: SourceRecord['kind'] | 'bytes';
  /** The origin that the note names. */
  readonly origin: string;
  /** The record of the previous read. */
  readonly known: SourceRecord | null;
  /** True if its notes exist and are of this version. */
  readonly isUnchanged: boolean;
  /** BLAKE3 of its bytes. */
  readonly hash: () => Promise<string>;
  readonly bytes: () => Promise<Uint8Array | AsyncIterable<Uint8Array>>;
  /** Options for the reader of its format. */
  readonly told: {
    readonly name?: string;
    readonly type?: string;
    readonly url?: string;
    readonly charset?: string;
  };
  /** The new state for its record. */
  readonly state: Pick<SourceRecord, 'size' | 'mtimeMs' | 'validators' | 'neededCredentials'>;
}

/** True if the options ask for nothing that the notes of an unchanged source may lack. */
function asksNothingNew(
  { privacy, title, type, force, keepOriginal, ocr, limits }: IngestOptions,
  known: SourceRecord,
): boolean {
  return (
    force !== true &&
    title === undefined &&
    type === undefined &&
    limits === undefined &&
    (ocr ?? known.ocr) === known.ocr &&
    (keepOriginal ?? known.keepOriginal) === known.keepOriginal &&
    (privacy ?? known.privacy) === known.privacy
  );
}

/** Sources up to this size are held in memory completely. */
const HELD = 16 * 1024 * 1024;
const NOTHING = { size: 0, mtimeMs: 0, validators: {}, neededCredentials: false };

interface Ports {
  readonly vault: Vault;
  readonly records: SourceRecords;
  readonly send: () => Promise<Fetch>;
  /** True if the notes of a source exist, and the current reader would return the same from it. */
  readonly isCurrent: (known: SourceRecord) => Promise<boolean>;
}

/** Reads only as much of a source as is needed to detect a change. */
export async function openRead(
  source: IngestSource,
  options: IngestOptions,
  ports: Ports,
): Promise<SourceRead> {
  if (source.kind === 'file') return openFileRead(source.path, options, ports);
  if (source.kind === 'url') return openUrlRead(source.url, options, ports);
  const bytes = source.bytes instanceof Uint8Array ? source.bytes : await joined(source.bytes);
  return {
    ...{
      identity: identityOfBytes(source),
      kind: 'bytes',
      origin: options.isAgents === true ? `agent: ${plainName(source.name)}` : source.name,
      known: null,
      isUnchanged: false,
    },
    ...held(bytes),
    told: {
      name: options.isAgents === true ? plainName(source.name) : source.name,
      ...typeOf(options),
    },
    state: NOTHING,
    [Symbol.dispose]: () => undefined,
  };
}

/** A file name without folders and invisible characters. */
function plainName(name: string): string {
  return (
    win32
      .basename(name)
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .trim() || 'document'
  );
}

async function openFileRead(typed: string, options: IngestOptions, ports: Ports): Promise<SourceRead> {
  const file = openSourceFile(typed, ports.vault.root);
  try {
    const { path, size, mtimeMs } = file;
    const known = ports.records.read(path);
    let hash: Promise<string> | null = null;
    const hashOnce = (): Promise<string> => {
      hash ??= file.hash(options.signal);
      return hash;
    };
    const mayStand =
      known !== null &&
      known.size === size &&
      asksNothingNew(options, known) &&
      (await ports.isCurrent(known));
    return {
      ...{
        identity: path,
        kind: 'file',
        known,
        origin: options.absoluteOrigin === true ? path : basename(path),
      },
      isUnchanged: mayStand && (known.mtimeMs === mtimeMs || known.hash === (await hashOnce())),
      hash: hashOnce,
      bytes: async () => (size > HELD ? file.chunks() : joined(file.chunks())),
      told: { name: basename(path), ...typeOf(options) },
      state: { ...NOTHING, size, mtimeMs },
      [Symbol.dispose]: () => file[Symbol.dispose](),
    };
  } catch (error) {
    file[Symbol.dispose]();
    throw error;
  }
}

async function openUrlRead(address: string, options: IngestOptions, ports: Ports): Promise<SourceRead> {
  const identity = identityOfUrl(address);
  const known = ports.records.read(identity);
  const mayStand = known !== null && asksNothingNew(options, known) && (await ports.isCurrent(known));
  const found = await fetchSource(address, {
    send: await ports.send(),
    ...(mayStand ? { since: known.validators } : {}),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  const about = { identity, kind: 'url', known, [Symbol.dispose]: () => undefined } as const;
  if (found.kind === 'unchanged')
    return {
      ...{ ...about, origin: known?.origin ?? '', isUnchanged: true, told: {}, state: known ?? NOTHING },
      ...held(new Uint8Array()),
    };
  const { bytes, origin, url, mediaType, charset, name, validators, neededCredentials } = found;
  const type = options.type ?? mediaType;
  return {
    ...{ ...about, origin, ...held(bytes) },
    isUnchanged: mayStand && known.hash === fingerprint(bytes),
    told: {
      name: name ?? nameOfUrl(url),
      url,
      ...(type === null ? {} : { type }),
      ...(charset === null ? {} : { charset }),
    },
    state: { ...NOTHING, size: bytes.length, validators, neededCredentials },
  };
}

function held(bytes: Uint8Array): Pick<SourceRead, 'hash' | 'bytes'> {
  return { hash: async () => fingerprint(bytes), bytes: async () => bytes };
}

export function identityOfBytes({
  name,
  identity,
}: {
  readonly name: string;
  readonly identity?: string;
}): string {
  return identity ?? `name:${name}`;
}

/** The address as it may be stored. Two addresses that differ in parts that are not stored are two sources; a hash distinguishes them. */
export function identityOfUrl(address: string): string {
  if (!URL.canParse(address)) return address;
  const { url, request, isWithoutCredentials } = toStoredUrl(new URL(address));
  return isWithoutCredentials ? `${url}#${fingerprint(new TextEncoder().encode(request)).slice(0, 16)}` : url;
}

function nameOfUrl(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? '';
}

function typeOf({ type }: IngestOptions): { type?: string } {
  return type === undefined ? {} : { type };
}

export async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of chunks) parts.push(part);
  return Buffer.concat(parts);
}
