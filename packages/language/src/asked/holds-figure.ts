/** Small numbers as words, without those that are common words of another language, such as the Danish `to`. */
const NUMBER_WORDS =
  'two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million once twice dozen every daily weekly monthly yearly hourly annually ' +
  'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig hundert tausend einmal zweimal täglich wöchentlich monatlich jährlich ' +
  'deux trois quatre cinq sept huit neuf dix onze douze vingt trente cent mille fois ' +
  'dos tres cuatro cinco seis siete ocho nueve diez once doce veinte treinta cien mil vez ' +
  'due tre quattro cinque sei sette otto nove dieci undici dodici venti trenta cento mille dois três quatro oito nove dez cem ' +
  'twee drie vier vijf zes zeven acht negen tien twintig honderd duizend två tre fyra fem sex sju åtta nio tio hundra tusen seks syv otte hundrede ' +
  'dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć sto tysiąc два две три четыре пять шесть семь восемь девять десять двадцать сто тысяча';

const WORDS: ReadonlySet<string> = new Set(NUMBER_WORDS.split(' '));
const SIGNS = /\p{N}|[一二三四五六七八九十百千万両]|[하한두세네]\s?(?:개|명|번|시간)/u;

/** True where a text says a number, in figures of any script or as a word. */
export function holdsFigure(text: string): boolean {
  if (SIGNS.test(text)) return true;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+/gu)) if (WORDS.has(word)) return true;
  return false;
}
