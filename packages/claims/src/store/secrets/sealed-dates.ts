import type { SecretCodec } from '@memora/privacy';

/** Prefix of an encrypted date. As text it sorts after every date, so that SQL treats it as far in the future. */
const SEALED = '~';

/** Returns a date as stored in a row: encrypted for a secret claim, if there is a key. */
export function sealDate(date: string | null, codec: Pick<SecretCodec, 'encrypt'>): string | null {
  return date === null ? null : `${SEALED}${Buffer.from(codec.encrypt(date)).toString('base64')}`;
}

/** Returns the date of a row, readable or encrypted; null if it is encrypted and its key is another one or absent. */
export function openDate(
  stored: string | null,
  codec: Pick<SecretCodec, 'decrypt'> | undefined,
): string | null {
  if (stored === null || !stored.startsWith(SEALED)) return stored;
  try {
    return codec?.decrypt(Buffer.from(stored.slice(SEALED.length), 'base64')) ?? null;
  } catch {
    return null;
  }
}
