import { type Blake3, fingerprint, sliceSpan } from '@memora/core';
import type { SourceReader } from '../contract/citable-claim.ts';
import { inParallel } from '../evidence/in-parallel.ts';
import { checkReceipt, type ReceiptProblem, type ReceiptProblemCode } from './check-receipt.ts';
import { hasDigest } from './known-digests.ts';
import { recallCheck } from './recall-check.ts';
import type { Receipt, ReceiptNote } from './receipt.ts';

/** The result of checking a receipt. */
export interface ReceiptReport {
  /** True if nothing is wrong and every cited span was hashed. */
  readonly ok: boolean;
  readonly problems: readonly ReceiptProblem[];
  /** The notes. Without them, the spans' texts in the receipt are checked with their Merkle paths. */
  readonly unchecked: number;
  readonly root: string | null;
}

/** Options of {@link verifyReceipt}. */
export interface ReceiptCheckOptions {
  /** Cited spans that could not be hashed: the receipt has no text for them, and no notes were given. */
  readonly sources?: SourceReader | undefined;
  /** The originals by digest; null for a missing one. Without this option, their bytes are not checked. */
  readonly originals?: ((digest: string) => Promise<Uint8Array | null>) | undefined;
  /**
   * The vault root you trust. Without it, the check shows only that the receipt agrees with itself, or with
   * the notes given.
   */
  readonly root?: string | undefined;
  readonly blake3?: Blake3 | undefined;
}

/** See `receipts-on-demand.ts`. */
export async function verifyReceipt(
  receipt: Receipt | string,
  options: ReceiptCheckOptions = {},
): Promise<ReceiptReport> {
  const { sources, blake3 } = options;
  const checked = recallCheck(receipt, blake3, checkReceipt);
  if (checked === null)
    return { ok: false, problems: [{ code: 'not_a_receipt', at: null }], unchecked: 0, root: null };
  const { root, notes } = checked.receipt;
  const problems: ReceiptProblem[] = [...checked.problems];
  const report = (code: ReceiptProblemCode, at: number | string | null = null) => problems.push({ code, at });
  if (options.root !== undefined && options.root !== root) report('root_mismatch');
  for (const { path, original } of options.originals === undefined ? [] : notes) {
    if (original === undefined) continue;
    const bytes = await options.originals?.(original.digest);
    if (bytes === null || bytes === undefined) report('original_missing', path);
    else if (fingerprint(bytes, blake3) !== original.digest) report('original_mismatch', path);
  }
  let unchecked = 0;
  if (sources === undefined) unchecked = checked.untold;
  else {
    const bytesByNote: (Uint8Array | null)[] = [];
    await inParallel([...notes.keys()], async (i) => {
      bytesByNote[i] = (await sources((notes[i] as ReceiptNote).path)) ?? null;
    });
    notes.forEach(({ path, digest }, i) => {
      const bytes = bytesByNote[i] ?? null;
      if (bytes === null) report('note_missing', path);
      else if (digest !== null && !hasDigest(bytes, digest, blake3)) report('note_mismatch', path);
    });
    unchecked = checkSpans(checked.receipt, bytesByNote, blake3, (i) => report('span_mismatch', i));
  }
  return { ok: problems.length === 0 && unchecked === 0, problems, unchecked, root };
}

/**
 * Hashes every cited span. `checkReceipt` has compared the receipt's texts with their fingerprints, so bytes
 * with the same fingerprint are those of the text. Returns the number of spans whose note and text are both
 * missing.
 */
function checkSpans(
  { citations }: Receipt,
  bytesByNote: readonly (Uint8Array | null)[],
  blake3: Blake3 | undefined,
  mismatch: (citation: number) => void,
): number {
  let untold = 0;
  for (let i = 0; i < citations.length; i++) {
    const { note, span, fingerprint: expected, text } = citations[i] as Receipt['citations'][number];
    const bytes = bytesByNote[note] ?? null;
    if (bytes === null) {
      if (text === null) untold++;
      continue;
    }
    const held = sliceSpan(bytes, { start: span[0], end: span[1] });
    if (held === null || fingerprint(held, blake3) !== expected) mismatch(i);
  }
  return untold;
}
