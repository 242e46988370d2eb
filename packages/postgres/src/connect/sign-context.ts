import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Maximum clock difference, in milliseconds, between a server and its database. An intercepted context is useless after that time. */
export const LONGEST_AGE_MS = 120_000;

const [KEY_BYTES, BLOCK_BYTES, INNER, OUTER] = [32, 64, 0x36, 0x5c];

/** The acting principal of a transaction, and its role. */
export type TeamContext =
  | {
      readonly role: 'ask' | 'write' | 'admin';
      readonly who: string;
      readonly groups: readonly string[];
      readonly workspace: string;
    }
  | { readonly role: 'publish'; readonly scope: number | null; readonly fence: number | null };

/** Signs the acting principal. The text is sent as a parameter and never as part of a statement, because others can see statements. */
export type SignContext = (context: TeamContext) => string;

/** A signing key as the database stores it: the pads of HMAC. */
interface SigningKey {
  /** A digest of the key, which identifies it without revealing it. */
  readonly id: string;
  readonly innerPad: Uint8Array;
  readonly outerPad: Uint8Array;
}

/** Returns a new random key. */
export function makeSigningKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

/** Returns the stored form of a hexadecimal key; null if it is invalid. */
export function toSigningKey(hex: string): SigningKey | null {
  const key = Buffer.from(hex.trim(), 'hex');
  if (key.length !== KEY_BYTES || key.toString('hex') !== hex.trim()) return null;
  const padWith = (byte: number) => Buffer.alloc(BLOCK_BYTES, byte).map((pad, i) => pad ^ (key[i] ?? 0));
  return { id: idOf(key), innerPad: padWith(INNER), outerPad: padWith(OUTER) };
}

/** Creates a signer from a hexadecimal key; it signs with the current time. */
export function createContextSigner(hex: string, now: () => number = Date.now): SignContext {
  const key = Buffer.from(hex.trim(), 'hex');
  const id = idOf(key);
  return (context) => {
    const payload = JSON.stringify({ ...context, at: now() });
    return `${id}${createHmac('sha256', key).update(payload).digest('hex')}${payload}`;
  };
}

function idOf(key: Uint8Array): string {
  return createHash('sha256').update('memora signing key').update(key).digest('hex').slice(0, 16);
}
