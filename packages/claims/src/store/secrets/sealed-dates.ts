import type { SecretCodec } from '@memora/privacy';

/** Stands before an encrypted date. As text it comes behind every date, so that a comparison in SQL takes it for one far ahead. */
const SEALED = '~';

/** A date as a row may hold it: of a secret claim encrypted, where there is a key. */
export function sealDate(date: string | null, codec: Pick<SecretCodec, 'encrypt'>): string | null {
  return date === null ? null : `${SEALED}${Buffer.from(codec.encrypt(date)).toString('base64')}`;
}

/** The date that a row holds, readable or encrypted; null where it is encrypted under another key or under one that is not there. */
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
