import { allMatches } from '@memora/language/text';
import { isLuhn, remainderOf } from './check-digits.ts';
import { type Finding, findByPattern } from './finding.ts';

/** Lengths of IBANs by country (IBAN registry, SWIFT). */
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const CARD_PREFIX =
  /^(?:4|5[1-5]|2(?:2[2-9]|[3-6]|7[01]|720)|3[47]|3(?:0[0-5]|[689])|6(?:011|4[4-9]|5)|62|35(?:2[89]|[3-8]))/;
const CARD_LENGTHS: Readonly<Record<string, readonly number[]>> = {
  '4': [13, 16, 19],
  '5': [16],
  '2': [16],
  '3': [14, 15, 16],
  '6': [16, 17, 18, 19],
};

/** Payment cards (prefix, length, Luhn) and IBANs (country, length, checksum mod 97). */
export function* findAccounts(text: string): Iterable<Finding> {
  yield* findByPattern(
    text,
    /(?<![\p{L}\p{N}.,+-]|\d[ -])\d{4}[ \u00a0.-]?(?:\d[ \u00a0.-]?){8,14}\d(?![\p{L}\p{N}]|[-.,]\d)/gu,
    {
      kind: 'card',
      dataClass: 'restricted',
      reason: 'a payment card number: prefix, length and Luhn checksum agree',
    },
    (value) => isCard(value),
  );
  yield* findIbans(text);
}

function isCard(value: string): boolean {
  const digits = value.replace(/\D/g, '');
  const groups = value.split(/[ \u00a0.-]/);
  // Cards are written in one piece or in groups of three to seven.
  if (groups.length > 1 && !groups.every((group) => group.length >= 3 && group.length <= 7)) return false;
  return (
    CARD_PREFIX.test(digits) &&
    (CARD_LENGTHS[digits[0] ?? '']?.includes(digits.length) ?? false) &&
    !/^(\d)\1+$/.test(digits) &&
    isLuhn(digits)
  );
}

const IBAN = /(?<![\p{L}\p{N}])[A-Za-z]{2}\d{2}(?:[ \u00a0-]?[A-Za-z0-9]){11,32}/gu;

function* findIbans(text: string): Iterable<Finding> {
  for (const match of allMatches(text, IBAN)) {
    const length = IBAN_LENGTHS[match[0].slice(0, 2).toUpperCase()];
    if (length === undefined) continue;
    const end = endOfCharacters(match[0], length);
    if (end === null || /[\p{L}\p{N}]/u.test(text[match.index + end] ?? '')) continue;
    const iban = match[0]
      .slice(0, end)
      .replace(/[ \u00a0-]/g, '')
      .toUpperCase();
    if (remainderOf(iban.slice(4) + iban.slice(0, 4), 97) !== 1) continue;
    yield {
      kind: 'iban',
      dataClass: 'restricted',
      start: match.index,
      end: match.index + end,
      reason: 'an IBAN: country, length and checksum agree',
    };
  }
}

/** The end of the first `count` letters and digits, or null if there are fewer. */
function endOfCharacters(value: string, count: number): number | null {
  let seen = 0;
  for (let i = 0; i < value.length; i++) {
    if (/[A-Za-z0-9]/.test(value[i] ?? '')) seen++;
    if (seen === count) return i + 1;
  }
  return null;
}
