/** A number of a text, whichever way it is written. */
export interface NumberToken {
  /** As it is written, sign and unit included. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Every value it may mean: `1.234` is 1.234 in English and 1234 in German. */
  readonly values: readonly number[];
  /** `%`, a currency sign, a unit of measure, or nothing. */
  readonly unit: string;
  readonly ordinal: boolean;
  /** Written in letters. */
  readonly spelled: boolean;
  /** Which side of the number is meant: `more than 5` above, `at most 5` below, `some 5` about. */
  readonly bound: '' | 'above' | 'below' | 'about';
}

const NUMBER_WORDS = new Map<string, number>();
for (const [first, list] of [
  [
    0,
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ],
  [
    0,
    '- - zwei drei vier fünf sechs sieben acht neun zehn - zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  ],
  [2, 'deux trois quatre cinq - - huit neuf dix onze douze treize quatorze quinze seize'],
  [2, 'dos tres cuatro cinco seis siete ocho nueve diez - doce trece catorce quince'],
  [2, '- tre quattro cinque - sette otto nove dieci undici dodici tredici quattordici quindici sedici'],
  [2, 'dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze'],
  [2, 'два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать'],
] as const) {
  list.split(' ').forEach((word, i) => {
    if (word !== '-' && !NUMBER_WORDS.has(word)) NUMBER_WORDS.set(word, first + i);
  });
}
for (const list of [
  'twenty thirty forty fifty sixty seventy eighty ninety',
  'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
  'vingt trente quarante cinquante soixante',
  'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
  'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
  'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
  'двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто',
]) {
  list.split(' ').forEach((word, i) => {
    NUMBER_WORDS.set(word, 20 + i * 10);
  });
}
NUMBER_WORDS.set('dozen', 12);

const ORDINAL_WORDS = new Map(
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
    .split(' ')
    .map((word, i) => [word, i] as const),
);

const MAGNITUDES = new Map<string, number>();
for (const [value, list] of [
  [100, 'hundred hundreds hundert cent cien cento сто'],
  [1e3, 'thousand thousands tausend mille mil mila тысяч тысяча тысячи тыс k'],
  [
    1e6,
    'million millions mn mio millionen millón millones milione milioni milhão milhões миллион миллиона миллионов млн m',
  ],
  [
    1e9,
    'billion billions bn milliarde milliarden mrd milliard milliards miliardo miliardi bilhão bilhões миллиард миллиарда миллиардов млрд b',
  ],
  [1e12, 'trillion trillions tn billionen'],
] as const) {
  for (const word of list.split(' ')) MAGNITUDES.set(word, value);
}

const CJK_MAGNITUDES: Readonly<Record<string, number>> = {
  十: 10,
  百: 100,
  千: 1e3,
  万: 1e4,
  萬: 1e4,
  만: 1e4,
  亿: 1e8,
  億: 1e8,
  억: 1e8,
  兆: 1e12,
  조: 1e12,
};

const UNITS = new Map<string, string>();
for (const list of [
  '% percent pct percents percentage prozent процент процента процентов',
  '$ dollar dollars usd us$',
  '€ euro euros eur евро',
  '£ pound pounds gbp',
  '¥ yen yuan jpy cny rmb 円 元',
  '₹ rupee rupees inr',
  '₽ ruble rubles rub рублей рубля рубль',
  'km kilometre kilometres kilometer kilometers kilómetros chilometri quilômetros км',
  'm metre metres meter meters mètres metros metri метров м',
  'cm centimetre centimetres centimeter centimeters',
  'mm millimetre millimetres millimeter millimeters',
  'mi mile miles',
  'ft foot feet',
  'in inch inches',
  'yd yard yards',
  'kg kilogram kilograms kilo kilos кг',
  'g gram grams',
  'mg milligram milligrams',
  'µg mcg microgram micrograms',
  'lb lbs',
  't tonne tonnes ton tons',
  'l litre litres liter liters',
  'ml millilitre millilitres milliliter milliliters',
  '°c celsius',
  '°f fahrenheit',
  's sec secs second seconds sekunde sekunden',
  'ms millisecond milliseconds',
  'min mins minute minutes minuten minuti minutos минут',
  'h hr hrs hour hours stunde stunden heures horas ore часов',
  'd day days tag tage tagen jours días giorni dias дней',
  'week weeks woche wochen semaines semanas settimane недель',
  'month months monat monate monaten mois meses mesi месяцев',
  'decade decades jahrzehnt jahrzehnte décennies décadas decenni',
  'century centuries jahrhundert jahrhunderte siècles siglos secoli',
  'year years jahr jahre jahren ans años anni anos лет',
  'kb',
  'mb',
  'gb',
  'tb',
  'hz',
  'khz',
  'mhz',
  'ghz',
  'w',
  'kw',
  'mw',
  'gw',
  'kwh',
  'v',
  'mph',
  'kmh km/h',
  'bp bps',
]) {
  const names = list.split(' ');
  for (const name of names) UNITS.set(name, names[0] as string);
}

/** A unit or magnitude: after a number it changes what the number says. */
export function isUnitWord(word: string): boolean {
  return UNITS.has(word) || MAGNITUDES.has(word);
}

/** A number or ordinal in letters. */
export function isNumberWord(word: string): boolean {
  return NUMBER_WORDS.has(word) || ORDINAL_WORDS.has(word) || MAGNITUDES.has(word);
}

const NUMERAL =
  /(?<![\p{L}\p{N}_]|\p{L}[-‑])([-+−±]?)(?:([$€£¥₹₽]|US\$)\s?)?(\p{Nd}+(?:[.,'’\u00a0\u2009\u202f]\p{Nd}+|[ ]\p{Nd}{3}(?!\p{Nd}))*)(st|nd|rd|th|º|ª|er|ème|e)?(?![\p{Nd}])/gu;
const WORD = /[\p{L}\p{M}]+/gu;

/** Reads every number of a text: digits in any script and style of grouping, number words, magnitudes, signs, units. */
export function readNumbers(text: string): NumberToken[] {
  const tokens = readNumerals(text);
  tokens.push(...readSpelled(text, tokens));
  return tokens.sort((a, b) => a.start - b.start);
}

function readNumerals(text: string): NumberToken[] {
  const tokens: NumberToken[] = [];
  for (const match of text.matchAll(NUMERAL)) {
    const [whole, sign = '', currency = '', digits = '', ordinal] = match;
    let end = match.index + whole.length;
    let values = valuesOf(toAsciiDigits(digits));
    let unit = currency === '' ? '' : (UNITS.get(currency.toLowerCase()) as string);
    for (;;) {
      const magnitude = /^\s?-?([\p{L}]+)/u.exec(text.slice(end, end + 20));
      const name = magnitude?.[1] as string | undefined;
      const factor =
        name === undefined
          ? undefined
          : (MAGNITUDES.get(name.toLowerCase()) ?? CJK_MAGNITUDES[name.charAt(0)]);
      if (magnitude === null || name === undefined || factor === undefined) break;
      if (name.length === 1 && name === 'm' && currency === '') break;
      values = values.map((value) => value * factor);
      const taken = CJK_MAGNITUDES[name.charAt(0)] === undefined ? name.length : 1;
      end += magnitude[0].length - name.length + taken;
    }
    const follows = /^[\s-]?(%|[$€£¥₹₽円元]|°\s?[CF]|\p{L}[\p{L}µ/]*)/u.exec(text.slice(end, end + 24));
    const named =
      follows === null ? undefined : UNITS.get((follows[1] as string).toLowerCase().replace(/\s/g, ''));
    if (follows !== null && named !== undefined && unit === '') {
      unit = named;
      end += follows[0].length;
    }
    if (/^\s?per\s?cent|^\s(?:pour|por|per) cent/u.test(text.slice(end, end + 12))) unit = '%';
    const opening =
      sign === ''
        ? /(?<!\d)(\d\d)\d\d[-–/]$/u.exec(text.slice(Math.max(0, match.index - 6), match.index))
        : null;
    if (opening !== null && /^\d\d$/.test(digits)) values.push(Number(`${opening[1]}${digits}`));
    if (sign === '-' || sign === '−') values = values.map((value) => -value);
    tokens.push({
      text: text.slice(match.index, end).trim(),
      start: match.index,
      end,
      values,
      unit,
      ordinal: ordinal !== undefined,
      spelled: false,
      bound: boundOf(text, match.index),
    });
  }
  return tokens;
}

const ABOVE =
  /(?:more than|over|above|at least|exceed(?:s|ed|ing)?|greater than|no (?:less|fewer) than|[>≥]=?|mehr als|über|mindestens|plus de|au moins|más de|al menos|più di|almeno|mais de|pelo menos|более|больше|超过|至少)\s*$/iu;
const BELOW =
  /(?:less than|fewer than|under|below|at most|up to|no more than|[<≤]=?|weniger als|unter|höchstens|bis zu|moins de|au plus|menos de|meno di|al massimo|no máximo|менее|меньше|不到|最多)\s*$/iu;
const ABOUT =
  /(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|ca\.?|~|≈|etwa|rund|ungefähr|fast|environ|presque|alrededor de|unos|casi|circa|quasi|cerca de|quase|около|почти|约|大约|およそ|約)\s*$/iu;

function boundOf(text: string, start: number): NumberToken['bound'] {
  const before = text.slice(Math.max(0, start - 18), start);
  if (BELOW.test(before)) return 'below';
  if (ABOVE.test(before)) return 'above';
  return ABOUT.test(before) ? 'about' : '';
}

/** What a run of digits and separators may mean. */
function valuesOf(digits: string): number[] {
  const plain = digits.replace(/['’\s\u00a0\u2009\u202f]/gu, '');
  const marks = plain.replace(/\d/g, '');
  if (marks === '') return [Number(plain)];
  const last = marks.at(-1) as string;
  const tail = plain.length - plain.lastIndexOf(last) - 1;
  const grouped = Number(plain.replace(/[.,]/g, ''));
  const decimal = Number(
    plain.split(last).slice(0, -1).join('').replace(/[.,]/g, '') +
      `.${plain.slice(plain.lastIndexOf(last) + 1)}`,
  );
  if (marks.length > 1 && marks === last.repeat(marks.length)) return [grouped];
  if (marks.length > 1) return [decimal];
  return tail === 3 ? [grouped, decimal] : [decimal];
}

function toAsciiDigits(digits: string): string {
  if (!/[^\x00-\x7f]/.test(digits)) return digits;
  return digits.replace(/\p{Nd}/gu, (digit) => {
    // Decimal digits of every script stand in runs of ten, in order; Unicode guarantees that.
    let zero = digit.codePointAt(0) as number;
    const value = zero;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && value - zero < 9) zero--;
    return String(value - zero);
  });
}

function readSpelled(text: string, taken: readonly NumberToken[]): NumberToken[] {
  const tokens: NumberToken[] = [];
  const found = [...text.matchAll(WORD)];
  for (let i = 0; i < found.length; i++) {
    const word = found[i] as RegExpExecArray;
    const low = word[0].toLowerCase();
    const ordinal = ORDINAL_WORDS.get(low);
    let value = NUMBER_WORDS.get(low) ?? ordinal;
    if (value === undefined || taken.some(({ start, end }) => word.index < end && word.index >= start))
      continue;
    let last = word;
    let isOrdinal = ordinal !== undefined;
    let total = 0;
    for (let k = i + 1; k < found.length && !isOrdinal; k++) {
      const next = found[k] as RegExpExecArray;
      if (!/^[\s-]$/.test(text.slice(last.index + last[0].length, next.index))) break;
      const name = next[0].toLowerCase();
      const small = NUMBER_WORDS.get(name) ?? ORDINAL_WORDS.get(name);
      const factor = name.length > 2 ? MAGNITUDES.get(name) : undefined;
      if (factor !== undefined) {
        if (factor > 100) {
          total += value * factor;
          value = 0;
        } else value *= factor;
      } else if (
        small !== undefined &&
        (value % 100 === 0 || (value >= 20 && value % 10 === 0 && small < 10))
      ) {
        value += small;
        isOrdinal = ORDINAL_WORDS.has(name);
      } else if (name !== 'and' || !/^(?:hundred|thousand|million)$/i.test(last[0])) break;
      last = next;
      i = k;
    }
    const end = last.index + last[0].length;
    const unitWord = /^[\s-]([\p{L}%$€£]+)/u.exec(text.slice(end, end + 24))?.[1]?.toLowerCase() ?? '';
    tokens.push({
      text: text.slice(word.index, end),
      start: word.index,
      end,
      values: [total + value],
      unit: UNITS.get(unitWord) ?? '',
      ordinal: isOrdinal,
      spelled: true,
      bound: boundOf(text, word.index),
    });
  }
  return tokens;
}
