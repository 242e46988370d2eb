/* Creating and checking receipts, as the main entry exports them: the code is loaded on first use. */
import type { VerificationReport } from '../contract/verification-report.ts';
import type { ReceiptOptions } from './create-receipt.ts';
import type { Receipt } from './receipt.ts';
import type { ReceiptCheckOptions, ReceiptReport } from './verify-receipt.ts';

/**
 * Creates a receipt of the statements of a report. Public spans are included as text, private ones as hashes
 * only, and statements that depend on secret ones are left out. Each note is read again once; throws
 * `MemoraError` `SOURCE_CHANGED` if one has changed since the report, `NOT_IN_VAULT_TREE` if the tree has
 * another note or span.
 */
export async function createReceipt(report: VerificationReport, options: ReceiptOptions): Promise<Receipt> {
  return (await import('./receipt-ends.ts')).createReceipt(report, options);
}

/**
 * Checks a receipt, as an object or as the JSON text it came as, with the notes or with its own spans alone.
 * Any altered byte of the receipt, of a cited span or of a cited note is found. Never throws for a bad
 * receipt.
 *
 * The internal values of a receipt (digests, Merkle paths) are checked once and cached while none of them
 * changes. Notes are read and their spans hashed at every call.
 */
export async function verifyReceipt(
  receipt: Receipt | string,
  options: ReceiptCheckOptions = {},
): Promise<ReceiptReport> {
  return (await import('./receipt-ends.ts')).verifyReceipt(receipt, options);
}
