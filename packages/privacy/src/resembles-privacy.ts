/** A word without case, accents and what cannot be seen, in Latin letters where others look like them. */
export function plainWord(raw: string): string {
  const plain = raw
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{M}_-]/gu, '')
    .toLowerCase();
  return /[^\0-\x7f]/u.test(plain) ? plain.replace(/\p{L}/gu, (letter) => LATIN[letter] ?? letter) : plain;
}

/** Letters of other scripts that look like those of the words, as somebody writes them who types in two scripts. */
const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'аa',
    'αa',
    'сc',
    'ϲc',
    'еe',
    'εe',
    'іi',
    'ιi',
    'ıi',
    'рp',
    'ρp',
    'ѕs',
    'тt',
    'τt',
    'уy',
    'γy',
    'υv',
    'νv',
    'гr',
  ].map(([other = '', latin = '']) => [other, latin]),
);

/** True for a band and for what it becomes when it is typed in haste, such as `sekret`. */
export function resemblesBand(word: string): boolean {
  const plain = plainWord(word).trim();
  return BANDS.some((band) => plain === band || (plain.length >= 5 && editDistance(plain, band) <= 2));
}

const BANDS = ['secret', 'private', 'public'] as const;

/** True for `privacy` and for what it becomes when it is typed in haste. */
export function resemblesPrivacy(word: string): boolean {
  const plain = plainWord(word).trim();
  return plain.length >= 5 && plain.length <= 10 && editDistance(plain, 'privacy') <= 2;
}

/** Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
