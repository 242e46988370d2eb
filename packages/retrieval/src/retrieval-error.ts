import { MemoraError } from '@memora/core';
import type { EmbedderErrorCode } from './embed/checked-embed.ts';

/** The error codes of the retriever and its embedder. */
export type RetrievalErrorCode =
  | EmbedderErrorCode
  | 'LEXICAL_INDEX_MISSING'
  | 'LEXICAL_INDEX_OUTDATED'
  | 'RERANKER_FAILED'
  | 'RERANKER_INVALID'
  | 'RERANKER_TIMEOUT'
  | 'EMBEDDER_CHANGED'
  | 'MODEL_NOT_LOADED'
  | 'RETRIEVER_INVALID'
  | 'VECTORS_INCOMPLETE'
  | 'VECTORS_NOT_INDEXED'
  | 'VECTORS_NOT_READY'
  | 'WORD_TABLE_INVALID';

/** An error of the retriever or of an embedder. Its message contains no text of a note or question. */
export class RetrievalError<Code extends RetrievalErrorCode = RetrievalErrorCode> extends MemoraError<Code> {
  static override readonly errorName: string = 'RetrievalError';
}
