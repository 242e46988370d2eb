import type { Blake3 } from '@memora/core';
import type { CheckedReceipt } from './check-receipt.ts';
import { readReceipt } from './read-receipt.ts';
import type { Receipt } from './receipt.ts';

/** A check depends only on the receipt's values, so it stays valid while they are the same. */
interface Remembered {
  readonly blake3: Blake3 | undefined;
  readonly checked: CheckedReceipt | null;
}

const byObject = new WeakMap<object, Remembered>();
/**
 * In UTF-16 units: the maximum total length of cached receipts given as text, the most recently used last.
 */
const byText = new Map<string, Remembered>();
const TEXT_LIMIT = 8_000_000;
let textHeld = 0;

/**
 * The check of a receipt: computed by `check`, or reused if nothing in the receipt has changed. `null` for
 * anything that is not a receipt. Objects are compared value by value with the checked copy, texts as a
 * whole.
 */
export function recallCheck(
  receipt: Receipt | string,
  blake3: Blake3 | undefined,
  check: (receipt: Receipt, blake3: Blake3 | undefined) => CheckedReceipt,
): CheckedReceipt | null {
  const isText = typeof receipt === 'string';
  if (!isText && (typeof receipt !== 'object' || receipt === null)) return null;
  const known = isText ? byText.get(receipt) : byObject.get(receipt);
  if (known !== undefined && known.blake3 === blake3 && (isText || isSame(receipt, known.checked?.receipt)))
    return known.checked;
  // A copy: the caller may change the object while notes are being read.
  const read = readReceipt(isText ? receipt : copyOf(receipt, 0));
  const remembered = { blake3, checked: read === null ? null : check(read, blake3) };
  if (isText) rememberText(receipt, remembered);
  else byObject.set(receipt, remembered);
  return remembered.checked;
}

function rememberText(text: string, remembered: Remembered): void {
  if (text.length > TEXT_LIMIT) return;
  if (!byText.delete(text)) textHeld += text.length;
  byText.set(text, remembered);
  for (const oldest of byText.keys()) {
    if (textHeld <= TEXT_LIMIT) break;
    byText.delete(oldest);
    textHeld -= oldest.length;
  }
}

/** A deeper or circular object is not a receipt. */
const DEEPEST = 8;

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return null;
  if (Array.isArray(value)) return value.map((held) => copyOf(held, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, copyOf(held, depth + 1)]));
}

function isSame(value: unknown, copy: unknown): boolean {
  if (value === copy) return true;
  if (typeof value !== 'object' || value === null || typeof copy !== 'object' || copy === null) return false;
  if (Array.isArray(value)) {
    if (!Array.isArray(copy) || value.length !== copy.length) return false;
    for (let i = 0; i < value.length; i++) if (!isSame(value[i], copy[i])) return false;
    return true;
  }
  if (Array.isArray(copy)) return false;
  const known = copy as Readonly<Record<string, unknown>>;
  let keys = 0;
  for (const key in value) {
    if (!isSame((value as Readonly<Record<string, unknown>>)[key], known[key])) return false;
    keys++;
  }
  for (const _ in copy) keys--;
  return keys === 0;
}
