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

export const ORDINAL_WORDS = new Map(
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
    .split(' ')
    .map((word, i) => [word, i] as const),
);

export const MAGNITUDES = new Map<string, number>();
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
  'inch inches',
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
  'h hr hrs hour hours stunde stunden heures horas часов',
  'd day days tage tagen jours días giorni dias дней',
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
