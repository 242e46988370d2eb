import { MemoraError } from '@memora/core';

export type IngestErrorCode =
  | 'FORMAT_UNKNOWN'
  | 'NOT_TEXT'
  | 'PARSER_MISSING'
  | 'DOCUMENT_EMPTY'
  | 'DOCUMENT_SCANNED'
  | 'DOCUMENT_ENCRYPTED'
  | 'DOCUMENT_DAMAGED'
  | 'DOCUMENT_TOO_LARGE'
  | 'DOCUMENT_TOO_COSTLY'
  | 'OCR_FAILED'
  | 'OCR_MISSING'
  | 'READER_MISSING'
  | 'SEVERAL_DOCUMENTS'
  | 'NOTE_DELETED'
  | 'NOTE_EXISTS'
  | 'SOURCE_IS_NOTE'
  | 'SOURCE_UNREADABLE'
  | 'URL_NOT_ALLOWED'
  | 'NETWORK_DISABLED'
  | FetchErrorCode;

/** The error codes of fetching an address. */
export type FetchErrorCode =
  | 'SOURCE_GONE'
  | 'SOURCE_NEEDS_LOGIN'
  | 'SOURCE_FAILED'
  | 'SOURCE_TOO_LARGE'
  | 'SOURCE_TOO_SLOW'
  | 'SOURCE_TYPE_REFUSED'
  | 'ROBOTS_REFUSED';

/** An error of reading a document. Its message holds no text of the document. */
export class IngestError<Code extends IngestErrorCode = IngestErrorCode> extends MemoraError<Code> {
  static override readonly errorName: string = 'IngestError';
}

export function ingestError(
  code: IngestErrorCode,
  message: string,
  extra: { readonly hint?: string; readonly cause?: unknown } = {},
): IngestError {
  return new IngestError(message, { code, ...extra });
}
