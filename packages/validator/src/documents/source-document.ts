import { ValidatorError } from '../contract/validator-error.ts';

/** A document to verify an answer against. */
export interface SourceDocument {
  /**
   * The name of the document in the answer and the report: a path, a title, an address. Unique among the
   * documents.
   */
  readonly name: string;
  /** Its content. Bytes are hashed unchanged; a text is hashed as UTF-8. */
  readonly content: string | Uint8Array;
  /** Its title, which counts as evidence too. */
  readonly title?: string | undefined;
}

/** Documents as a list, as texts (named `1`, `2`, …), or by name. */
export type SourceDocuments =
  | readonly (SourceDocument | string)[]
  | Readonly<Record<string, string | Uint8Array>>;

/** A document with its bytes. */
export interface ReadDocument {
  readonly name: string;
  readonly title: string | null;
  readonly bytes: Uint8Array;
}

const encoder = new TextEncoder();

/** Converts documents to bytes, in order. Throws `MemoraError` `INVALID_DOCUMENT` for one without content or a unique name. */
export function readDocuments(documents: SourceDocuments): ReadDocument[] {
  const listed: readonly (SourceDocument | string)[] = Array.isArray(documents)
    ? documents
    : Object.entries(documents ?? {}).map(([name, content]) => ({ name, content }));
  const names = new Set<string>();
  return listed.map((document, i) => {
    const { name, content, title }: SourceDocument =
      typeof document === 'string' ? { name: String(i + 1), content: document } : document;
    if (typeof name !== 'string' || name === '' || names.has(name)) {
      throw new ValidatorError(`document ${i + 1} has no name of its own`, {
        code: 'INVALID_DOCUMENT',
        hint: 'Give each document a different, non-empty name.',
      });
    }
    names.add(name);
    return { name, title: title ?? null, bytes: toBytes(content, i) };
  });
}

function toBytes(content: unknown, i: number): Uint8Array {
  if (typeof content === 'string') return encoder.encode(content);
  // Checked by tag, because bytes of another realm (an iframe, a test environment) fail `instanceof`.
  if (Object.prototype.toString.call(content) === '[object Uint8Array]') return content as Uint8Array;
  throw new ValidatorError(`document ${i + 1} has no content`, {
    code: 'INVALID_DOCUMENT',
    hint: 'Pass its text, or its bytes as a Uint8Array.',
  });
}
