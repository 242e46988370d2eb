import type { Document } from '../document.ts';
import type { IngestErrorCode } from '../ingest-error.ts';
import type { PagePicture } from '../ocr/page-picture.ts';
import type { ReadDocumentOptions } from '../read-document.ts';

/** What the thread of readers is told. */
export type ThreadRequest =
  | {
      readonly kind: 'start';
      readonly options: Omit<ReadDocumentOptions, 'signal' | 'recognise' | 'mayGoOn' | 'onPage'>;
      readonly canRecognise: boolean;
      /** What reading a document may cost before it is given as far as it was read, in milliseconds of processor time. */
      readonly budgetMs: number;
      /** Null if the source comes piece by piece. */
      readonly bytes: Uint8Array | null;
    }
  | { readonly kind: 'next' }
  /** Null at the end of the source. */
  | { readonly kind: 'piece'; readonly piece: Uint8Array | null }
  /** Null if it could not be recognised. */
  | { readonly kind: 'recognised'; readonly text: string | null };

/** What it answers. */
export type ThreadReply =
  | { readonly kind: 'document'; readonly document: Document }
  | { readonly kind: 'done' }
  | { readonly kind: 'page'; readonly done: number; readonly total: number }
  /** Asks for the next piece of the source. */
  | { readonly kind: 'pull' }
  | { readonly kind: 'recognise'; readonly picture: PagePicture }
  | {
      readonly kind: 'failed';
      readonly code: IngestErrorCode;
      readonly message: string;
      readonly hint?: string;
    };
