import { type Blake3, defaultBlake3, fingerprint, sliceSpan } from '@memora/core';
import type { SourceReader } from '../citable-claim.ts';
import { createPathFollower } from './merkle-tree.ts';
import { canonicalJson, type Receipt, type ReceiptNote } from './receipt.ts';
import { noteLeaf, spanLeaf } from './vault-tree.ts';

/** What can be wrong with a receipt. */
export type ReceiptProblemCode =
  | 'not_a_receipt'
  | 'digest_mismatch'
  | 'answer_mismatch'
  | 'statement_mismatch'
  | 'statement_uncited'
  | 'span_mismatch'
  | 'path_mismatch'
  | 'root_mismatch'
  | 'note_missing'
  | 'note_mismatch';

/** One thing that is wrong, and where. */
export interface ReceiptProblem {
  readonly code: ReceiptProblemCode;
  /** A statement's or citation's index, or a note's path. */
  readonly at: number | string | null;
}

/** What came of checking a receipt. */
export interface ReceiptReport {
  /** True where nothing is wrong and every cited span was hashed. */
  readonly ok: boolean;
  readonly problems: readonly ReceiptProblem[];
  /** Cited spans that could not be hashed: the receipt has no text for them, and no notes were given. */
  readonly unchecked: number;
  readonly root: string | null;
}

/** Options of {@link verifyReceipt}. */
export interface ReceiptCheckOptions {
  /** The notes. Without them the spans' texts in the receipt are checked along their Merkle paths. */
  readonly sources?: SourceReader | undefined;
  /** The vault root you trust. Without it the receipt only agrees with itself, or with the notes given. */
  readonly root?: string | undefined;
  readonly blake3?: Blake3 | undefined;
}

const encoder = new TextEncoder();

/**
 * Checks a receipt, as an object or as the JSON text it came as, with the notes or with its own spans alone. Any altered byte
 * of the receipt, of a cited span or of a cited note is found. Never throws for a bad receipt.
 */
export async function verifyReceipt(
  receipt: Receipt | string,
  options: ReceiptCheckOptions = {},
): Promise<ReceiptReport> {
  const { sources, blake3 = defaultBlake3 } = options;
  const problems: ReceiptProblem[] = [];
  const report = (code: ReceiptProblemCode, at: number | string | null = null) => problems.push({ code, at });
  const digestOf = (text: string) => fingerprint(encoder.encode(text), blake3);
  const read = readReceipt(receipt);
  if (read === null)
    return { ok: false, problems: [{ code: 'not_a_receipt', at: null }], unchecked: 0, root: null };

  const { digest, ...body } = read;
  if (digestOf(canonicalJson(body)) !== digest) report('digest_mismatch');
  if (options.root !== undefined && options.root !== read.root) report('root_mismatch');
  const { answer, statements, citations, notes } = read;
  if (answer.text !== null && digestOf(answer.text) !== answer.digest) report('answer_mismatch');
  statements.forEach(({ text, digest: own, citations: cited }, i) => {
    if (text !== null && digestOf(text) !== own) report('statement_mismatch', i);
    if (text !== null && answer.text !== null && !answer.text.includes(text)) report('statement_mismatch', i);
    if (cited.length === 0 || cited.some((at) => citations[at] === undefined)) report('statement_uncited', i);
  });
  const followPath = createPathFollower(blake3);
  const bytesByPath = new Map<string, Uint8Array>();
  for (const { path, digest: own, spans, proof } of notes) {
    if (followPath(noteLeaf(path, own, spans, blake3), proof) !== read.root) report('path_mismatch', path);
    if (sources === undefined) continue;
    const bytes = await sources(path);
    if (bytes === null) report('note_missing', path);
    else {
      bytesByPath.set(path, bytes);
      if (fingerprint(bytes, blake3) !== own) report('note_mismatch', path);
    }
  }
  let unchecked = 0;
  citations.forEach(({ note: at, span: [start, end], fingerprint: print, text, path }, i) => {
    const note = notes[at] as ReceiptNote;
    const leaf = spanLeaf({ start, end, fingerprint: print }, blake3);
    if (followPath(leaf, path) !== note.spans) report('path_mismatch', i);
    const shown = text === null ? null : encoder.encode(text);
    const bytes = bytesByPath.get(note.path);
    const held = bytes === undefined ? shown : sliceSpan(bytes, { start, end });
    if (held === null && bytes === undefined) unchecked++;
    else if (held === null || held.length !== end - start || fingerprint(held, blake3) !== print)
      report('span_mismatch', i);
    if (shown !== null && held !== null && !isSame(shown, held)) report('span_mismatch', i);
  });
  return { ok: problems.length === 0 && unchecked === 0, problems, unchecked, root: read.root };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || (a.length === b.length && a.every((byte, i) => byte === b[i]));
}

/** The receipt, if everything in it has the shape it should. A text has to be as `JSON.stringify` writes it. */
function readReceipt(receipt: Receipt | string): Receipt | null {
  let value: unknown = receipt;
  if (typeof receipt === 'string') {
    try {
      value = JSON.parse(receipt);
    } catch {
      return null;
    }
    const written = receipt.trim();
    if (JSON.stringify(value) !== written && JSON.stringify(value, null, 2) !== written) return null;
  }
  return isReceipt(value) ? value : null;
}

function isReceipt(value: unknown): value is Receipt {
  const it = value as Receipt | null;
  const isText = (text: unknown) => text === null || typeof text === 'string';
  return (
    typeof it === 'object' &&
    it?.version === 'memora-receipt-1' &&
    typeof it.digest === 'string' &&
    typeof it.root === 'string' &&
    isText(it.answer?.text) &&
    Array.isArray(it.statements) &&
    it.statements.every((s) => isText(s?.text) && Array.isArray(s.citations)) &&
    Array.isArray(it.notes) &&
    it.notes.every((n) => typeof n?.path === 'string' && typeof n.spans === 'string' && isPath(n.proof)) &&
    Array.isArray(it.citations) &&
    it.citations.every(
      (c) => isText(c?.text) && it.notes[c.note] !== undefined && Array.isArray(c.span) && isPath(c.path),
    )
  );
}

function isPath(path: unknown): boolean {
  return (
    Array.isArray(path) && path.every((step) => typeof step === 'string' && /^[LR][0-9a-f]{64}$/u.test(step))
  );
}
