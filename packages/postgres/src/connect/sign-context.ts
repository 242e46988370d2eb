import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Milliseconds that the clocks of a server and of its database may differ; a context that was seen by somebody is worth nothing after that. */
export const LONGEST_AGE_MS = 120_000;

const [KEY_BYTES, BLOCK_BYTES, INNER, OUTER] = [32, 64, 0x36, 0x5c];

/** Who acts in a transaction, and as what. */
export type TeamContext =
  | {
      readonly role: 'ask' | 'write' | 'admin';
      readonly who: string;
      readonly groups: readonly string[];
      readonly workspace: string;
    }
  | { readonly role: 'publish'; readonly scope: number | null; readonly fence: number | null };

/** Signs who acts. The text is sent as a parameter, and never as part of a statement: others see statements. */
export type SignContext = (context: TeamContext) => string;

/** A key that servers and workers sign with, as the database keeps it: the pads of HMAC. */
interface SigningKey {
  /** A digest of the key: nobody has to name it. */
  readonly id: string;
  readonly innerPad: Uint8Array;
  readonly outerPad: Uint8Array;
}

/** A new key. */
export function makeSigningKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

/** What a database keeps of a key in hexadecimal digits; null where it is none. */
export function toSigningKey(hex: string): SigningKey | null {
  const key = Buffer.from(hex.trim(), 'hex');
  if (key.length !== KEY_BYTES || key.toString('hex') !== hex.trim()) return null;
  const padWith = (byte: number) => Buffer.alloc(BLOCK_BYTES, byte).map((pad, i) => pad ^ (key[i] ?? 0));
  return { id: idOf(key), innerPad: padWith(INNER), outerPad: padWith(OUTER) };
}

/** Signs with a key in hexadecimal digits, now. */
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
