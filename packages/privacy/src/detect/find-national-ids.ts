import { isLuhn, isVerhoeff, remainderOf, weightedSum } from './check-digits.ts';
import { type Finding, findByPattern } from './finding.ts';

/** A national id: its shape, its check, and whether its shape is so common that a word for it must be nearby. */
interface NationalId {
  readonly name: string;
  readonly pattern: RegExp;
  readonly check: (plain: string) => boolean;
  readonly nearby?: RegExp;
}

const digitsOnly = (value: string): string => value.replace(/\D/g, '');
const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

const NATIONAL_IDS: readonly NationalId[] = [
  {
    name: 'a US social security number',
    pattern: /(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g,
    check: () => true,
  },
  {
    name: 'a UK national insurance number',
    pattern:
      /(?<!\w)(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?!\w)/g,
    check: () => true,
  },
  {
    name: 'a Spanish DNI or NIE with its check letter',
    pattern: /(?<!\w)[XYZ]?-?\d{7,8}[- ]?[A-Z](?!\w)/g,
    check: (plain) => {
      const number = plain.slice(0, -1).replace('X', '0').replace('Y', '1').replace('Z', '2');
      return number.length === 8 && DNI_LETTERS[Number(number) % 23] === plain.at(-1);
    },
  },
  {
    name: 'an Italian codice fiscale with its check letter',
    pattern: /(?<!\w)[A-Z]{6}\d{2}[ABCDEHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?!\w)/g,
    check: isCodiceFiscale,
  },
  {
    name: 'a French social security number with its key',
    pattern: /(?<!\w)[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}(?!\w)/g,
    check: (plain) => {
      const body = plain.slice(0, 13).replace('2A', '19').replace('2B', '18');
      return 97 - remainderOf(body, 97) === Number(plain.slice(13));
    },
  },
  {
    name: 'a Polish PESEL with its check digit',
    pattern: /(?<!\w)\d{11}(?!\w)/g,
    check: (plain) =>
      Number(plain.slice(4, 6)) >= 1 &&
      Number(plain.slice(4, 6)) <= 31 &&
      (10 - (weightedSum(plain, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 === Number(plain[10]),
    nearby: /pesel/i,
  },
  {
    name: 'a German tax id with its check digit',
    pattern: /(?<!\w)[1-9]\d ?\d{3} ?\d{3} ?\d{3}(?!\w)/g,
    check: isGermanTaxId,
    nearby: /steuer|idnr|tax id|\bTIN\b/i,
  },
  {
    name: 'a Swedish personal number with its check digit',
    pattern: /(?<!\w)(?:19|20)?\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])[-+]\d{4}(?!\w)/g,
    check: (plain) => isLuhn(digitsOnly(plain).slice(-10)),
  },
  {
    name: 'a Finnish personal code with its check character',
    pattern: /(?<!\w)(?:[0-2]\d|3[01])(?:0[1-9]|1[0-2])\d{2}[-+A]\d{3}[0-9A-Y](?!\w)/g,
    check: (plain) =>
      '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(plain.slice(0, 6) + plain.slice(-4, -1)) % 31] ===
      plain.at(-1),
  },
  {
    name: 'a Dutch citizen service number that passes the eleven test',
    pattern: /(?<!\w)\d{9}(?!\w)/g,
    check: (plain) => weightedSum(plain, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
    nearby: /\bbsn\b|burgerservice|sofinummer/i,
  },
  {
    name: 'a Brazilian CPF with its check digits',
    pattern: /(?<!\w)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\w)/g,
    check: isCpf,
  },
  {
    name: 'a Chinese resident id with its check character',
    pattern: /(?<!\w)[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d{3}[\dXx](?!\w)/g,
    check: (plain) =>
      '10X98765432'[weightedSum(plain, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11] ===
      plain.at(-1)?.toUpperCase(),
  },
  {
    name: 'an Indian Aadhaar number with its check digit',
    pattern: /(?<!\w)[2-9]\d{3} ?\d{4} ?\d{4}(?!\w)/g,
    check: isVerhoeff,
    nearby: /aadhaar|आधार/i,
  },
];

/** The common form of all of them: at least six digits, with at most one symbol or capital between two of them. */
const DIGITS = /\d(?:[ .A-Z+-]?\d){5}/;

/** National ids with checksums. Those with a common shape need a word for the id within the 40 characters before. */
export function* findNationalIds(text: string): Iterable<Finding> {
  if (!DIGITS.test(text)) return;
  for (const { name, pattern, check, nearby } of NATIONAL_IDS) {
    const finding = { kind: 'national-id', dataClass: 'restricted', reason: name } as const;
    yield* findByPattern(text, pattern, finding, (value, match) => {
      if (nearby !== undefined && !nearby.test(text.slice(Math.max(0, match.index - 40), match.index)))
        return false;
      return check(value.replace(/[ .]/g, '').replace(/-(?=\w$|\w{2}$)/, ''));
    });
  }
}

function isCodiceFiscale(code: string): boolean {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const character = code[i] ?? '';
    const value = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;
    sum += i % 2 === 0 ? (odd[value] ?? 0) : value;
  }
  return String.fromCharCode(65 + (sum % 26)) === code[15];
}

/** ISO 7064, MOD 11,10. */
function isGermanTaxId(plain: string): boolean {
  let product = 10;
  for (const digit of plain.slice(0, 10)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(plain[10]);
}

function isCpf(value: string): boolean {
  const digits = digitsOnly(value);
  if (/^(\d)\1+$/.test(digits)) return false;
  const check = (length: number): number => {
    const weights = Array.from({ length }, (_, i) => length + 1 - i);
    return ((weightedSum(digits, weights) * 10) % 11) % 10;
  };
  return check(9) === Number(digits[9]) && check(10) === Number(digits[10]);
}
