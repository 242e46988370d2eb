/* Words and signs by which eight languages write numbers, magnitudes and units; what is also an everyday word is left out. */

export const NUMBER_WORDS = new Map<string, number>();
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
  [
    2,
    'dos tres cuatro cinco seis siete ocho nueve diez - doce trece catorce quince dieciséis diecisiete dieciocho diecinueve - ' +
      'veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve',
  ],
  [2, '- tre quattro cinque - sette otto nove dieci undici dodici tredici quattordici quindici sedici'],
  [2, 'dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze'],
  [2, 'twee drie vier vijf zes zeven acht negen tien - twaalf'],
  [2, 'iki üç dört beş altı yedi sekiz dokuz'],
  [2, 'اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة'],
  [2, 'اثنين ثلاث أربع خمس ست سبع ثماني تسع عشر'],
  [2, '- तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह'],
  [5, 'पांच छः'],
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
  'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
  'yirmi otuz kırk elli altmış yetmiş seksen doksan',
  'عشرون ثلاثون أربعون خمسون ستون سبعون ثمانون تسعون',
  'عشرين ثلاثين أربعين خمسين ستين سبعين ثمانين تسعين',
  'बीस तीस चालीस पचास साठ सत्तर अस्सी नब्बे',
  '스물 서른 마흔 쉰 예순 일흔 여든 아흔',
  'двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто',
]) {
  list.split(' ').forEach((word, i) => {
    NUMBER_WORDS.set(word, 20 + i * 10);
  });
}
NUMBER_WORDS.set('dozen', 12);
NUMBER_WORDS.set('vingts', 20);

/** Words for one, which count only inside a compound: `vingt et un`, `einundzwanzig`. */
const ONES = /^(?:one|ein|un|une|uno|una|um|uma|один)$/u;

/** The value of a number word, German compounds included. */
export function numberOf(low: string): number | undefined {
  return NUMBER_WORDS.get(low) ?? (low.length <= LONGEST && GERMAN.test(low) ? germanNumber(low) : undefined);
}

/** The value of a word behind tens: `one` counts there. */
export function unitOf(low: string): number | undefined {
  return ONES.test(low) ? 1 : NUMBER_WORDS.get(low);
}

/** Longer German numbers are read as words. */
const LONGEST = 80;
const GERMAN = /^\p{L}+(?:hundert|tausend)\p{L}*$|^\p{L}+und\p{L}+(?:zig|ßig)$/u;

function germanNumber(word: string): number | undefined {
  if (word === '') return 0;
  const large = /^(\p{L}*?)(tausend|hundert)(?:und)?(\p{L}*)$/u.exec(word);
  if (large !== null) {
    const [, before = '', name, after = ''] = large;
    const count = before === '' || before === 'ein' ? 1 : germanNumber(before);
    const rest = germanNumber(after);
    if (count === undefined || rest === undefined) return undefined;
    return count * (name === 'hundert' ? 100 : 1000) + rest;
  }
  const [, unit = '', tens = ''] = /^(\p{L}+?)und(\p{L}+(?:zig|ßig))$/u.exec(word) ?? [];
  if (tens === '')
    return word === 'ein' || word === 'eins' ? 1 : word === 'elf' ? 11 : NUMBER_WORDS.get(word);
  const [ones, ten] = [unitOf(unit), NUMBER_WORDS.get(tens)];
  return ones === undefined || ten === undefined ? undefined : ones + ten;
}

export const ORDINAL_WORDS = new Map(
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
    .split(' ')
    .map((word, i) => [word, i] as const),
);

export const MAGNITUDES = new Map<string, number>();
for (const [value, list] of [
  [100, 'hundred hundreds hundert cent cien cento сто honderd yüz مئة مائة सौ'],
  [1e3, 'thousand thousands tausend mille mil mila тысяч тысяча тысячи тыс k duizend ألف آلاف हज़ार हजार'],
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

export const CJK_MAGNITUDES: Readonly<Record<string, number>> = {
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

export const UNITS = new Map<string, string>();
for (const list of (
  '% ％ percent pct percents percentage prozent процент процента процентов パーセント|' +
  '$ dollar dollars usd us$ 美元 美金 ドル|' +
  '€ euro euros eur евро 欧元 歐元 ユーロ|' +
  '£ pound pounds gbp 英镑 ポンド|' +
  '¥ ￥|' +
  'yen jpy 円 日元|' +
  'yuan cny rmb 元 人民币|' +
  '₹ rupee rupees inr|' +
  '₽ ruble rubles rub рублей рубля рубль|' +
  'km kilometre kilometres kilometer kilometers kilómetros chilometri quilômetros км 公里 千米 キロ|' +
  'm metre metres meter meters mètres metros metri метров м 米 メートル|' +
  'cm centimetre centimetres centimeter centimeters|' +
  'mm millimetre millimetres millimeter millimeters|' +
  'mi mile miles|' +
  'ft foot feet|' +
  'inch inches|' +
  'yd yard yards|' +
  'kg kilogram kilograms kilo kilos кг 公斤 千克 キログラム|' +
  'g gram grams|' +
  'mg milligram milligrams|' +
  'μg µg mcg microgram micrograms|' +
  'lb lbs|' +
  't tonne tonnes ton tons|' +
  'l litre litres liter liters|' +
  'ml millilitre millilitres milliliter milliliters|' +
  '°c celsius|' +
  '°f fahrenheit|' +
  's sec secs second seconds sekunde sekunden 秒|' +
  'ms millisecond milliseconds|' +
  'min mins minute minutes minuten minuti minutos минут 分钟 分鐘|' +
  'h hr hrs hour hours stunde stunden heures horas часов 小时 小時 時間|' +
  'd day days tage tagen jours días giorni dias дней 天 日間|' +
  'week weeks woche wochen semaines semanas settimane недель 周 週間|' +
  'month months monat monate monaten mois meses mesi месяцев 个月 個月 ヶ月 か月 カ月|' +
  'decade decades jahrzehnt jahrzehnte décennies décadas decenni|' +
  'century centuries jahrhundert jahrhunderte siècles siglos secoli|' +
  'year years jahr jahre jahren ans años anni anos лет|' +
  'kb|' +
  'mb|' +
  'gb|' +
  'tb|' +
  'hz|' +
  'khz|' +
  'mhz|' +
  'ghz|' +
  'w|' +
  'kw|' +
  'mw|' +
  'gw|' +
  'kwh|' +
  'v|' +
  'mph|' +
  'kmh km/h|' +
  'bp bps'
).split('|')) {
  const names = list.split(' ');
  for (const name of names) UNITS.set(name, names[0] as string);
}

/** A unit or magnitude: after a number it changes what the number says. */
export function isUnitWord(word: string): boolean {
  return UNITS.has(word) || MAGNITUDES.has(word);
}

/** A number, ordinal or magnitude in letters. */
export function isNumberWord(low: string): boolean {
  return numberOf(low) !== undefined || ORDINAL_WORDS.has(low) || MAGNITUDES.has(low);
}

/** Words that change what a number beside them says, or make a time of it. */
const FIGURE_WORDS =
  'minus percentage point points zero half noon midday midnight am pm a.m p.m uhr h clock midi minuit mittag mitternacht mediodia manana tarde noche';

/** Every word at which a statement's figures have to be compared in full. */
export function figureWords(): Iterable<string> {
  return [...NUMBER_WORDS.keys(), ...ORDINAL_WORDS.keys(), ...MAGNITUDES.keys(), ...FIGURE_WORDS.split(' ')];
}

/** The words and signs of units and magnitudes. */
export function unitWords(): Iterable<string> {
  return [...UNITS.keys(), ...MAGNITUDES.keys()];
}

/** Unit words of languages without spaces stand right before other letters. */
export function unitAt(letters: string): string | undefined {
  const low = letters.toLowerCase();
  const whole = UNITS.get(low);
  if (whole !== undefined || !/^\p{Lo}/u.test(letters)) return whole === undefined ? undefined : low;
  for (let length = Math.min(5, low.length - 1); length > 0; length--)
    if (UNITS.has(low.slice(0, length))) return low.slice(0, length);
  return undefined;
}
