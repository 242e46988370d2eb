/* Data: words that multiply the number behind them, and fractions in words, by what they amount to. */
const GROUPS: readonly (readonly [value: number, words: string])[] = [
  [
    1 / 2,
    'half halves hälfte halb halbe halber halben moitié mitad metà metade helft половина половину yarım yarısı 半分 一半 نصف',
  ],
  [1 / 3, 'third thirds drittel tercio tercera terzo terço terça derde треть üçte'],
  [1 / 4, 'quarter quarters fourth fourths viertel cuarto cuarta quarto kwart четверть çeyrek ربع'],
  [1 / 5, 'fifth fifths fünftel cinquième quinto vijfde'],
  [1 / 6, 'sixth sixths sechstel'],
  [1 / 8, 'eighth eighths achtel'],
  [1 / 10, 'tenth tenths zehntel dixième décimo decimo tiende'],
  [2, 'twice double doppelt doppelte doublé doble duas doppio dobro dubbel вдвое ضعف'],
  [3, 'thrice triple treble dreifach dreifache triplo drievoudig втрое'],
];
/** Those that are an ordinal as well: a fraction only behind a number word or an article. */
const ORDINAL_TOO =
  /^(?:third|fourth|fifth|sixth|eighth|tenth|tercera|cuarta|cuarto|quinto|derde|vijfde|tiende|cinquième|dixième|quarto|terzo|décimo|decimo)$/u;

const valueByWord: ReadonlyMap<string, number> = new Map(
  GROUPS.flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)),
);

/** What a word multiplies by, or amounts to as a fraction; `undefined` for most words. */
export function multiplierOf(
  word: string,
): { readonly value: number; readonly isOrdinalToo: boolean } | undefined {
  const value = valueByWord.get(word);
  return value === undefined ? undefined : { value, isOrdinalToo: ORDINAL_TOO.test(word) };
}
