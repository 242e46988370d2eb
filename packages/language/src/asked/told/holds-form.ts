/**
 * Words for things that a text tells by their form alone: whoever asks for the oven temperature is answered by `425F`, and no note says `temperature` beside it. Folded, of
 * the languages most asked in.
 */
const FORMS: readonly (readonly [words: string, form: RegExp])[] = [
  [
    'temperature temperatures temperatur temperaturen temperatura temperaturas temperature temperatuur температура',
    /(?<![\p{L}\p{N}])\d{1,4}(?:[.,]\d+)?\s?(?:°|º|degrees?\b|grad\b|degrés?\b|grados\b|gradi\b|graus\b|(?:[CF](?![\p{L}\p{N}])))/iu,
  ],
  [
    'weight weigh weighs gewicht wiegt poids peso pesa вес',
    /(?<![\p{L}\p{N}])\d+(?:[.,]\d+)?\s?(?:kg|g|lbs?|oz|t|tons?|tonnes?|kilos?|grams?|pounds?|pfund|gramm)(?![\p{L}\p{N}])/iu,
  ],
  [
    'price prices cost costs fee fees preis preise kostet kosten prix cout coute precio cuesta costo prezzo costa preco custa prijs цена',
    /[$€£¥₽]\s?\d|\d(?:[.,]\d+)?\s?(?:[$€£¥₽]|(?:euros?|dollars?|pounds?|francs?|usd|eur|gbp|chf|cents?)(?!\p{L}))/iu,
  ],
  [
    'job jobs profession occupation beruf arbeit metier profession trabajo profesion lavoro professione emprego profissao beroep работа профессия',
    /(?<!\p{L})(?:(?:works?|worked|working|employed) (?:as|for|at|with)|arbeitet (?:als|bei|für)|travaille (?:comme|chez|pour)|trabaja (?:como|en|para)|lavora (?:come|presso|per)|trabalha (?:como|na|no|para)|werkt (?:als|bij|voor)|работа(?:ет|ю) (?:в|на|\p{L}+ом))(?!\p{L})/iu,
  ],
  ['email emails mail e-mail correo courriel', /[^\s@<>()]@[\w-]+\.\w/u],
  [
    'phone telephone telefon telefonnummer telefono telefone telefoon телефон',
    /(?<!\p{L})\+?\d[\d\s()/.-]{6,}\d/u,
  ],
  [
    'port ports порт puerto puertos porta porte poort',
    /(?<![\p{L}\p{N}])(?:(?:listen(?:s|ing)?|bound|binds?)\s(?:on|to)|ports?|порт[ае]?|puertos?|porta|poort):?\s\(?(?:(?:is|number|ist|nummer)\s)?`?\d{2,5}(?![\d.,:]?\d)|(?:(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:]+\]|:\/\/[^\s/:]+):\d{2,5}|\p{L}\.\p{L}{2,}:\d{4,5}|(?<=^|[\s`("'])\*?:\d{2,5})(?![\d:.]\d)/iu,
  ],
  [
    // `once` alone also begins what is so afterwards.
    'times mal fois veces volte vezes',
    /(?<!\p{L})(?:twice|thrice|(?:only|just|exactly|at most|at least|up to|never more than) once|once (?:a|an|per|each|every|only)|(?:ein|zwei|drei|vier|fünf|sechs)mal|(?:une|deux|trois|quatre|cinq) fois|(?:una|dos|tres|cuatro|cinco) (?:vez|veces)|(?:due|tre|quattro|cinque) volte|(?:uma|duas|três|quatro|cinco) vezes)(?!\p{L})/iu,
  ],
  ['emoji emojis emoticon emoticons', /\p{Extended_Pictographic}/u],
  ['url website homepage webseite webadresse', /https?:\/\/|www\./iu],
  [
    'license licence lizenz licencia licenza licenca licentie лицензия',
    /\b(?:MIT|Apache|[AL]?GPL|BSD|MPL|ISC|Unlicense|CC[ -]?(?:BY|0)|Creative Commons|public domain)\b/u,
  ],
  [
    'colour colours color colors farbe farben couleur couleurs colore colori cor cores kleur kleuren farg farve kolor цвет',
    new RegExp(
      '(?<!\\p{L})(?:(?:black|white|red|green|blue|yellow|orange|purple|violet|brown|gr[ae]y|pink|beige|turquoise|cyan|magenta|silver|golden|' +
        'schwarz|weiß|weiss|rot|grün|blau|gelb|lila|braun|grau|rosa|noire?|blanc(?:he)?|rouge|verte?|bleue?|jaune|violette?|brune?|grise?|rose|' +
        'negr[oa]|blanc[oa]|roj[oa]|verde|azul|amarill[oa]|naranja|morad[oa]|marr[oó]n|gris|ner[oa]|bianc[oa]|ross[oa]|giall[oa]|grigi[oa]|' +
        'pret[oa]|branc[oa]|vermelh[oa]|amarel[oa]|cinza|zwart|wit|rood|groen|blauw|geel|bruin|grijs|czarny|biały|czerwony|zielony|niebieski|żółty)' +
        '(?:e[nrsm]?|s)?|#[0-9a-f]{6})(?!\\p{L})|(?<!\\p{L})(?:красн|зел[её]н|син|ж[её]лт|ч[её]рн|бел|сер)(?:ый|ая|ое|ые|ий|яя|ее|ие|ой)(?!\\p{L})',
      'iu',
    ),
  ],
];

let forms: ReadonlyMap<string, RegExp> | null = null;

/** True where a text tells what a folded word of a question names by its form: a temperature, a price, an address. */
export function holdsForm(word: string, text: string): boolean {
  return formOf(word)?.test(text) === true;
}

/** True for a folded word that names what a text may tell by its form alone. */
export function isToldByForm(word: string): boolean {
  return formOf(word) !== undefined;
}

function formOf(word: string): RegExp | undefined {
  forms ??= new Map(FORMS.flatMap(([words, form]) => words.split(' ').map((each) => [each, form] as const)));
  return forms.get(word);
}
