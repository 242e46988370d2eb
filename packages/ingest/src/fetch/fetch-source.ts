import { MemoraError } from '@memora/core';
import type { Fetch } from '@memora/privacy';
import { IngestError } from '../ingest-error.ts';
import { errorOfStatus, fetchError, hintedFor } from './fetch-error.ts';
import { isLoginPage } from './is-login-page.ts';
import { readLimited } from './read-limited.ts';
import { toStoredUrl } from './stored-url.ts';

/** The server's identifiers of the version that it sent, for the next request. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

export interface FetchSourceOptions {
  /** The `fetch` of an egress, which decides for each redirect which addresses may be reached. */
  readonly send: Fetch;
  /** Fetches the source only if it differs from the version with these validators. */
  readonly since?: Validators;
  /** Bytes of the unpacked reply; 64 MiB by default. */
  readonly maxBytes?: number;
  /** From the first request to the last byte, in milliseconds; a minute by default. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** The fetched bytes of an address. */
export interface FetchedSource {
  readonly kind: 'fetched';
  readonly bytes: Uint8Array;
  /** The part of the requested address that may be stored. */
  readonly origin: string;
  /** The address of the bytes after all redirects; links in them are relative to it. */
  readonly url: string;
  /** In lower case, without parameters; null if the server named none. */
  readonly mediaType: string | null;
  readonly charset: string | null;
  /** The file name from the server, without folders. */
  readonly name: string | null;
  readonly validators: Validators;
  /** True if `origin` alone does not fetch it again: it had credentials, which are not stored. */
  readonly neededCredentials: boolean;
}

export type FetchOutcome = FetchedSource | { readonly kind: 'unchanged' };

const FETCH_LIMITS = { maxBytes: 64 * 1024 * 1024, timeoutMs: 60_000 } as const;

/** The `User-Agent`: the client does not pretend to be a browser, and an address identifies it. */
const USER_AGENT = 'Memora (+https://github.com/memora-dev/memora)';
const ACCEPT = 'text/html, application/xhtml+xml, application/pdf;q=0.9, text/*;q=0.8, */*;q=0.5';

/** Media types that can't be documents. For all other types, the content decides. */
const NO_DOCUMENT =
  /^(?:image|audio|video|font|model)\/|^application\/(?:(?:x-)?javascript|wasm|java-archive|vnd\.android\.package-archive|x-(?:ms(?:download|i|dos-program)|executable|elf|sharedlib|dosexec|sh(?:ellscript)?|debian-package|rpm|apple-diskimage|iso9660-image))$/;

/**
 * Fetches one address. Throws a `MemoraError`: refusals of the egress (`NETWORK_DISABLED`, `ADDRESS_NOT_ALLOWED`, `REDIRECT_REFUSED`, `URL_NOT_ALLOWED`,
 * `OUTBOUND_FAILED`), and a `FetchErrorCode`. No error contains text from the server.
 */
export async function fetchSource(address: string, options: FetchSourceOptions): Promise<FetchOutcome> {
  const {
    send,
    since = {},
    maxBytes = FETCH_LIMITS.maxBytes,
    timeoutMs = FETCH_LIMITS.timeoutMs,
    signal,
  } = options;
  const stored = toStoredUrl(parseAddress(address));
  // A slow trickle is never idle, so the deadline covers the whole fetch.
  const deadline = AbortSignal.timeout(timeoutMs);
  const stop = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  try {
    const response = await send(stored.request, {
      headers: headersFor(stored.authorization, since),
      signal: stop,
    });
    if (response.status === 304 && (since.etag ?? since.lastModified) !== undefined)
      return { kind: 'unchanged' };
    const fault = errorOfStatus(response.status) ?? refusedType(response);
    if (fault !== null) {
      await response.body?.cancel().catch(() => undefined);
      throw fault;
    }
    const bytes = await readLimited(response, maxBytes, stop);
    if (isLoginPage(stored.request, response.url, bytes)) throw loginPage();
    const { url } = toStoredUrl(new URL(response.url));
    return {
      kind: 'fetched',
      bytes,
      origin: stored.url,
      url,
      ...typeOf(response),
      name: nameOf(response),
      validators: validatorsOf(response),
      neededCredentials: stored.isWithoutCredentials,
    };
  } catch (error) {
    signal?.throwIfAborted();
    if (deadline.aborted || (MemoraError.isInstance(error) && error.code === 'OUTBOUND_TIMEOUT'))
      throw fetchError('SOURCE_TOO_SLOW', `The page did not arrive within ${timeoutMs / 1000} s.`, {
        hint: 'Try again later, or download it and ingest the file.',
      });
    if (MemoraError.isInstance(error)) throw hintedFor(error);
    throw fetchError('SOURCE_FAILED', 'The connection ended before the page had arrived.', {
      hint: 'Try again later.',
      cause: error,
    });
  }
}

/** The error contains no part of the address, which may hold a password. */
function parseAddress(address: string): URL {
  if (URL.canParse(address)) {
    const url = new URL(address);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  }
  throw new IngestError('The source is not an http or https address.', {
    code: 'URL_NOT_ALLOWED',
    hint: 'Write it as in https://example.com/page.',
  });
}

function headersFor(
  authorization: string | null,
  { etag, lastModified }: Validators,
): Record<string, string> {
  return {
    accept: ACCEPT,
    'user-agent': USER_AGENT,
    ...(authorization === null ? {} : { authorization }),
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
  };
}

function refusedType(response: Response): MemoraError | null {
  const { mediaType } = typeOf(response);
  if (mediaType === null || !NO_DOCUMENT.test(mediaType)) return null;
  return fetchError(
    'SOURCE_TYPE_REFUSED',
    'The address leads to an image, a recording or a program, not to a document.',
    {
      hint: 'Give the address of a page or of a document.',
    },
  );
}

function loginPage(): MemoraError {
  return fetchError('SOURCE_NEEDS_LOGIN', 'The address leads to a page that asks for a password.', {
    hint: 'Save the page from your browser and ingest the file.',
  });
}

function typeOf(response: Response): { mediaType: string | null; charset: string | null } {
  const [type = '', ...parameters] = (response.headers.get('content-type') ?? '').toLowerCase().split(';');
  const charset = parameters
    .map((each) => /^\s*charset\s*=\s*"?([\w:.-]{1,40})"?\s*$/.exec(each)?.[1])
    .find(Boolean);
  const mediaType = type.trim();
  return { mediaType: /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : null, charset: charset ?? null };
}

/** The name in `Content-Disposition`: its last part, without folders. */
function nameOf(response: Response): string | null {
  const header = response.headers.get('content-disposition') ?? '';
  const plain = /(?:^|;)\s*filename\s*=\s*(?:"([^"]{1,200})"|([^;\s]{1,200}))/i.exec(header);
  const name = (plain?.[1] ?? plain?.[2] ?? '').split(/[/\\]/).at(-1)?.trim() ?? '';
  return name === '' || name.startsWith('.') ? null : name;
}

/** Headers that a later request can send back; implausibly long ones are dropped. */
function validatorsOf(response: Response): Validators {
  const etag = response.headers.get('etag') ?? '';
  const lastModified = response.headers.get('last-modified') ?? '';
  return {
    ...(/^(?:W\/)?"[\x21\x23-\x7e]{0,200}"$/.test(etag) ? { etag } : {}),
    ...(lastModified.length <= 40 && !Number.isNaN(Date.parse(lastModified)) ? { lastModified } : {}),
  };
}
