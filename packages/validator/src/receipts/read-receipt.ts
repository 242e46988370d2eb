import type { Receipt } from './receipt.ts';

/**
 * Returns the receipt if everything in it has the expected shape. A text must be as `JSON.stringify` writes
 * it.
 */
export function readReceipt(receipt: unknown): Receipt | null {
  let value: unknown = receipt;
  if (typeof receipt === 'string') {
    const written = receipt.trim();
    try {
      value = JSON.parse(receipt);
      if (JSON.stringify(value) !== written && JSON.stringify(value, null, 2) !== written) return null;
    } catch {
      // Not JSON, or nested deeper than it can be written.
      return null;
    }
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
    it.notes.every(
      (n) =>
        typeof n?.path === 'string' &&
        isText(n.digest) &&
        typeof n.spans === 'string' &&
        isPath(n.proof) &&
        (n.original === undefined ||
          (typeof n.original?.digest === 'string' && typeof n.original.extractor === 'string')),
    ) &&
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
