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
  | 'SEVERAL_DOCUMENTS';

/** An error of reading a document. `isInstance` of `MemoraError` holds for it; its message holds no text of the document. */
export type IngestError = MemoraError<IngestErrorCode>;

export function ingestError(
  code: IngestErrorCode,
  message: string,
  extra: { readonly hint?: string; readonly cause?: unknown } = {},
): IngestError {
  return new MemoraError(message, { code, ...extra });
}
