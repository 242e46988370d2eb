import type * as Sqlite from '@memora/claims/sqlite';
import type { Language } from '@memora/language/stems';
import type { SecretCodec } from '@memora/privacy';
import { prepareQuery, prepareValue } from '../../queries/prepare-query.ts';
import type { KeptRows } from '../../source/kept-rows.ts';
import type { MaybePromise } from '../../source/maybe-promise.ts';
import type { SeenKeys } from '../lexical-source.ts';
import type { CandidateText } from '../passages/passage-rows.ts';
import type { PassageTerms } from '../passages/passage-terms.ts';

/** The terms of a secret claim, encrypted as one value. */
interface SealedText {
  readonly language: Language;
  readonly fields: readonly string[];
}

/** Decrypted secret claims that the caller may see: the texts to score, and their languages. */
export interface SecretTexts {
  readonly texts: readonly CandidateText[];
  readonly languages: readonly Language[];
}

const NONE: SecretTexts = { texts: [], languages: [] };

/** Encrypts the terms of a secret claim for its row. Without the key, rows cannot be compared. */
export function sealTerms({ language, texts }: PassageTerms, encrypt: (text: string) => Uint8Array): Buffer {
  const sealed: SealedText = { language, fields: texts };
  return Buffer.from(encrypt(JSON.stringify(sealed)));
}

/**
 * Prepares reads of secret claims' terms for a caller who has the key and may see them. They are in no index:
 * even keyed words that are stored for search reveal their meaning by how often they occur together. Claims
 * that the caller may not see are not even decrypted.
 */
export function prepareSecretTexts(
  db: Sqlite.Database,
  decrypt: SecretCodec['decrypt'] | undefined,
  kept?: KeptRows,
): (pass: SeenKeys) => MaybePromise<SecretTexts> {
  if (decrypt === undefined) return () => NONE;
  const readKeys = prepareValue(db, 'secretKeys');
  const keys = kept === undefined ? () => readKeys.all() : kept.once(() => readKeys.all());
  const read = prepareQuery(db, 'secretsOf');
  const opened = new Map<number, { readonly sealed: Buffer; readonly text: SealedText }>();
  const open = (key: number, sealed: Buffer): SealedText | null => {
    const known = opened.get(key);
    if (known?.sealed.equals(sealed) === true) return known.text;
    const text = openSecretText(sealed, decrypt);
    if (text !== null) opened.set(key, { sealed, text });
    return text;
  };
  return async (pass) => {
    const all = keys();
    if (all.length === 0) return NONE;
    const seen = await pass(all);
    const shown = all.filter((key) => seen.has(key));
    if (shown.length === 0) return NONE;
    const found = read.all(JSON.stringify(shown)).flatMap(({ key, sealed }) => {
      const text = open(key, sealed);
      return text === null ? [] : [{ key, text }];
    });
    return {
      texts: found.map(({ key, text }) => ({ key, fields: text.fields })),
      languages: [...new Set(found.map(({ text }) => text.language))],
    };
  };
}

/** Returns null for a value written with another key. */
export function openSecretText(sealed: Uint8Array, decrypt: SecretCodec['decrypt']): SealedText | null {
  try {
    return JSON.parse(decrypt(sealed)) as SealedText;
  } catch {
    return null;
  }
}
