import type { Document } from '../document.ts';
import type { IngestErrorCode } from '../ingest-error.ts';
import type { DocumentNote, NotesWanted } from '../note/write-notes.ts';
import type { PagePicture } from '../ocr/page-picture.ts';
import type { ReadDocumentOptions } from '../read-document.ts';

/** The messages to the reader thread. */
export type ThreadRequest =
  | {
      readonly kind: 'start';
      readonly options: Omit<ReadDocumentOptions, 'signal' | 'recognise' | 'mayGoOn' | 'onPage'>;
      readonly canRecognise: boolean;
      /** The processor time in milliseconds after which a document is returned as far as it was read. */
      readonly budgetMs: number;
      /** Null if the source arrives in pieces. */
      readonly bytes: Uint8Array | null;
      /** Set if the caller wants the notes of the documents instead of the documents. */
      readonly notes?: NotesWanted;
    }
  /** Requests the documents after the last one. */
  | { readonly kind: 'next' }
  /** Null at the end of the source. */
  | { readonly kind: 'piece'; readonly piece: Uint8Array | null }
  /** Null if recognition failed. */
  | { readonly kind: 'recognised'; readonly text: string | null }
  /** The bytes of the requested note; null if there is none. */
  | { readonly kind: 'stood'; readonly bytes: Uint8Array | null };

/** Its replies. */
export type ThreadReply =
  /** After the last one, the thread waits for a `next`. */
  | { readonly kind: 'document'; readonly document: Document; readonly isLast: boolean }
  | { readonly kind: 'note'; readonly note: DocumentNote }
  | { readonly kind: 'done' }
  | { readonly kind: 'page'; readonly done: number; readonly total: number }
  /** Requests the next piece of the source. */
  | { readonly kind: 'pull' }
  | { readonly kind: 'recognise'; readonly picture: PagePicture }
  /** Requests the note at a path, which may be of the same source. */
  | { readonly kind: 'standing'; readonly path: string }
  | {
      readonly kind: 'failed';
      readonly code: IngestErrorCode;
      readonly message: string;
      readonly hint?: string;
    };
