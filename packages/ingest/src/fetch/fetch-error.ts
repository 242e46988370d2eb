import type { MemoraError } from '@memora/core';
import { type FetchErrorCode, IngestError } from '../ingest-error.ts';

/** An error of fetching a source. Its message holds the status and limits, nothing from the server. */
export function fetchError(
  code: FetchErrorCode,
  message: string,
  extra: { readonly hint?: string; readonly cause?: unknown } = {},
): IngestError<FetchErrorCode> {
  return new IngestError(message, { code, ...extra });
}

/** The error for a status without a document; null for a status with one. */
export function errorOfStatus(status: number): IngestError<FetchErrorCode> | null {
  if (status === 200 || status === 203) return null;
  if (status === 404 || status === 410)
    return fetchError('SOURCE_GONE', `There is no page at this address (${status}).`, {
      hint: 'Check the address. A note that was made from it earlier is not changed.',
    });
  if (status === 401 || status === 403 || status === 407)
    return fetchError('SOURCE_NEEDS_LOGIN', `The server shows this page only to some people (${status}).`, {
      hint: 'Save the page from your browser and ingest the file.',
    });
  if (status === 429 || status >= 500)
    return fetchError('SOURCE_FAILED', `The server could not answer (${status}).`, {
      hint: 'Try again later.',
    });
  return fetchError('SOURCE_FAILED', `The server answered with status ${status} and no document.`, {
    hint: 'Open the address in a browser, and pass the address that it redirects to.',
  });
}

/** An error of the egress, with a hint for a person who ingests. */
export function hintedFor(error: MemoraError): MemoraError {
  if (error.code !== 'NETWORK_DISABLED') return error;
  return new IngestError(error.message, {
    code: error.code,
    hint: 'Set MEMORA_ENABLE_NETWORK_LLM=1 to allow it, or save the page and ingest the file.',
  });
}
