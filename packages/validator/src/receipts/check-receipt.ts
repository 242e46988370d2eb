import { type Blake3, fingerprint } from '@memora/core';
import { createPathFollower } from './merkle-tree.ts';
import { canonicalJson, type Receipt, type ReceiptNote } from './receipt.ts';
import { noteLeaf, spanLeaf } from './vault-tree.ts';

/** The problems of a receipt. */
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
  | 'note_mismatch'
  | 'original_missing'
  | 'original_mismatch';

/** One problem and its place. */
export interface ReceiptProblem {
  readonly code: ReceiptProblemCode;
  /** A statement's or citation's index, or a note's path. */
  readonly at: number | string | null;
}

/** A receipt, and the results that require no note. */
export interface CheckedReceipt {
  readonly receipt: Receipt;
  readonly problems: readonly ReceiptProblem[];
  /** Citations without a text, which only the notes can verify. */
  readonly untold: number;
}

const encoder = new TextEncoder();

/**
 * Checks a receipt's internal consistency: its digests, its texts against their fingerprints, and the Merkle
 * paths of spans and notes.
 */
export function checkReceipt(receipt: Receipt, blake3: Blake3 | undefined): CheckedReceipt {
  const problems: ReceiptProblem[] = [];
  const report = (code: ReceiptProblemCode, at: number | string | null = null) => problems.push({ code, at });
  const digestOf = (text: string) => fingerprint(encoder.encode(text), blake3);
  const { digest, ...body } = receipt;
  if (digestOf(canonicalJson(body)) !== digest) report('digest_mismatch');
  const { answer, statements, citations, notes } = receipt;
  if (answer.text !== null && digestOf(answer.text) !== answer.digest) report('answer_mismatch');
  let from = 0;
  statements.forEach(({ text, digest: own, citations: cited }, i) => {
    if (text !== null && digestOf(text) !== own) report('statement_mismatch', i);
    if (text !== null && answer.text !== null) {
      // Texts are in the order of the answer. If one is not, the whole answer is searched for it.
      const at = answer.text.indexOf(text, from);
      if (at !== -1) from = at + text.length;
      else if (!answer.text.includes(text)) report('statement_mismatch', i);
    }
    if (cited.length === 0 || cited.some((at) => citations[at] === undefined)) report('statement_uncited', i);
  });
  const followPath = createPathFollower(blake3);
  for (const { path, digest: own, spans, proof } of notes)
    if (followPath(noteLeaf(path, own, spans, blake3), proof) !== receipt.root) report('path_mismatch', path);
  let untold = 0;
  citations.forEach(({ note, span: [start, end], fingerprint: print, text, path }, i) => {
    const leaf = spanLeaf({ start, end, fingerprint: print }, blake3);
    if (followPath(leaf, path) !== (notes[note] as ReceiptNote).spans) report('path_mismatch', i);
    if (text === null) {
      untold++;
      return;
    }
    const shown = encoder.encode(text);
    if (shown.length !== end - start || fingerprint(shown, blake3) !== print) report('span_mismatch', i);
  });
  return { receipt, problems, untold };
}
