/*
 * The words of a question that express a time, by language: patterns, `-` for none. Entries of a line are separated by spaces; `_` stands for a space inside an
 * entry.
 */

/** How one language expresses a time without a year, and the side of a time. */
export interface TimeWords {
  /** Prepositions before a time. */
  readonly in: string;
  readonly before: string;
  readonly after: string;
  readonly since: string;
  readonly until: string;
  readonly between: string;
  readonly article: string;
  /** Before a unit, season or month, and after it. */
  readonly last: string;
  readonly lastBehind: string;
  readonly this: string;
  readonly next: string;
  /** Before and after a count of units. */
  readonly ago: readonly [before: string, behind: string];
  readonly yesterday: string;
  readonly today: string;
  /** day week month quarter year, in singular and plural. */
  readonly units: string;
  /** spring summer autumn winter */
  readonly seasons: string;
  /** The words for one, two, three and so on. */
  readonly numbers: string;
  /** first second third fourth, before a quarter. */
  readonly ordinals: string;
  readonly half: string;
  /** Words before a time that select its first, middle or last part. */
  readonly early: string;
  readonly middle: string;
  readonly late: string;
}

export const TIME_WORDS: Readonly<Record<string, TimeWords>> = {
  en: {
    in: 'in|on|at|during|as of|by|throughout|of|for',
    before: 'before|prior to|just before|shortly before|ahead of',
    after: 'after|following|just after|shortly after',
    since: 'ever since|since|starting|as from',
    until: 'up until|until|till|up to|through',
    between: 'between|from',
    article: 'the|our|my',
    last: 'last|past|previous',
    lastBehind: '-',
    this: 'this|current',
    next: 'next|coming',
    ago: ['-', 'ago|earlier|back'],
    yesterday: 'yesterday',
    today: 'today|now|currently|nowadays|at the moment|at present',
    units: 'days? weeks? months? quarters? years?',
    seasons: 'spring|springtime summer|summertime autumn|fall winter',
    numbers: 'one|an?|a_single two|a_couple_of three four five six seven eight nine ten eleven twelve',
    ordinals: 'first|1st second|2nd third|3rd fourth|4th|last',
    half: 'half',
    early: 'the beginning of|the start of|beginning of|start of|early in|early',
    middle: 'the middle of|middle of|mid[ -]?',
    late: 'the end of|end of|late in|late',
  },
  de: {
    in: 'in|im|am|zu|zum|während|per|um|an',
    before: 'vor|bevor|kurz vor',
    after: 'nach|nachdem|kurz nach',
    since: 'seit|seitdem|ab',
    until: 'bis|bis zu|bis zum',
    between: 'zwischen|von|vom',
    article: 'dem|der|den|die|das|des|unserem|unserer',
    last: 'letzte[rnms]?|vergangene[rnms]?|vorige[rnms]?',
    lastBehind: '-',
    this: 'diese[rnms]?|aktuelle[rnms]?',
    next: 'nächste[rnms]?|kommende[rnms]?',
    ago: ['vor', '-'],
    yesterday: 'gestern',
    today: 'heute|jetzt|derzeit|momentan|aktuell',
    units: 'tage?n? wochen? monate?n?s? quartale?n?s? jahre?n?s?',
    seasons: 'frühling|frühjahr sommer herbst winter',
    numbers: 'eine?[mnrs]? zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
    ordinals: 'erste[nrm]? zweite[nrm]? dritte[nrm]? vierte[nrm]?|letzte[nrm]?',
    half: 'hälfte|halbjahr',
    early: 'anfang|beginn|zu beginn|anfang des jahres',
    middle: 'mitte',
    late: 'ende',
  },
  fr: {
    in: 'en|au|à|le|pendant|durant|lors de|de',
    before: 'avant',
    after: 'après',
    since: 'depuis|à partir de|dès',
    until: "jusqu'à|jusqu'en|jusqu'au",
    between: 'entre|de|du',
    article: "le|la|les|l'|notre",
    last: 'dernier|dernière',
    lastBehind: 'derniers?|dernières?|passée?s?',
    this: 'ce|cet|cette',
    next: 'prochain|prochaine',
    ago: ['il y a', '-'],
    yesterday: 'hier',
    today: "aujourd'hui|actuellement|maintenant",
    units: 'jours? semaines? mois trimestres? ans?|années?',
    seasons: 'printemps été automne hiver',
    numbers: 'une? deux trois quatre cinq six sept huit neuf dix onze douze',
    ordinals: 'premier|1er deuxième|2e troisième|3e quatrième|4e|dernier',
    half: 'semestre|moitié',
    early: 'début|au début de|le début de',
    middle: 'mi-|au milieu de|milieu',
    late: 'fin|à la fin de|la fin de',
  },
  es: {
    in: 'en|durante|a|de',
    before: 'antes de|antes del|antes de la',
    after: 'después de|después del|tras',
    since: 'desde|a partir de',
    until: 'hasta',
    between: 'entre|de|desde',
    article: 'el|la|los|las|nuestro|nuestra',
    last: 'último|última|últimos|últimas',
    lastBehind: 'pasad[oa]s?',
    this: 'este|esta',
    next: 'próximo|próxima',
    ago: ['hace', 'atrás'],
    yesterday: 'ayer',
    today: 'hoy|ahora|actualmente',
    units: 'días? semanas? mes(?:es)? trimestres? años?',
    seasons: 'primavera verano otoño invierno',
    numbers: 'una?|un dos tres cuatro cinco seis siete ocho nueve diez once doce',
    ordinals: 'primer|primero segundo tercer|tercero cuarto|último',
    half: 'semestre|mitad',
    early: 'principios de|inicios de|a principios de|comienzos de',
    middle: 'mediados de|a mediados de',
    late: 'finales de|fines de|a finales de|fin de',
  },
  it: {
    in: 'in|nel|nella|a|ad|durante|di|del',
    before: 'prima di|prima del|prima della|prima dello|prima che',
    after: "dopo|dopo il|dopo la|dopo l'",
    since: 'da|dal|dalla|a partire da',
    until: 'fino a|fino al|fino alla',
    between: 'tra|fra|da|dal',
    article: "il|la|lo|l'|gli|le|i|nostro|nostra",
    last: 'ultimo|ultima|ultimi|ultime|scorso|scorsa',
    lastBehind: 'scors[oaie]|passat[oaie]',
    this: "questo|questa|quest[’']",
    next: 'prossimo|prossima',
    ago: ['-', 'fa'],
    yesterday: 'ieri',
    today: 'oggi|adesso|attualmente',
    units: 'giorn[oi] settiman[ae] mes[ei] trimestr[ei] ann[oi]',
    seasons: 'primavera estate autunno inverno',
    numbers: 'un[oa]? due tre quattro cinque sei sette otto nove dieci undici dodici',
    ordinals: 'primo secondo terzo quarto|ultimo',
    half: 'semestre|metà',
    early: "inizio|all'inizio del|l'inizio del",
    middle: 'metà|a metà del',
    late: 'fine|alla fine del|la fine del',
  },
  pt: {
    in: 'em|no|na|durante|a|de|do',
    before: 'antes de|antes do|antes da',
    after: 'depois de|depois do|depois da|após',
    since: 'desde|a partir de',
    until: 'até',
    between: 'entre|de|do',
    article: 'o|a|os|as|nosso|nossa',
    last: 'último|última|últimos|últimas',
    lastBehind: 'passad[oa]s?',
    this: 'este|esta|neste|nesta',
    next: 'próximo|próxima',
    ago: ['há', 'atrás'],
    yesterday: 'ontem',
    today: 'hoje|agora|atualmente',
    units: 'dias? semanas? mês|meses trimestres? anos?',
    seasons: 'primavera verão outono inverno',
    numbers: 'uma?|um dois|duas três quatro cinco seis sete oito nove dez onze doze',
    ordinals: 'primeiro segundo terceiro quarto|último',
    half: 'semestre|metade',
    early: 'início de|começo de|no início de',
    middle: 'meados de|em meados de',
    late: 'fim de|final de|no final de|no fim de',
  },
  nl: {
    in: 'in|op|tijdens|gedurende|per|aan|van',
    before: 'voor|vóór|voordat',
    after: 'na|nadat',
    since: 'sinds|vanaf',
    until: 'tot|tot en met|tot aan',
    between: 'tussen|van',
    article: 'de|het|onze',
    last: 'laatste|afgelopen|vorige?',
    lastBehind: '-',
    this: 'deze|dit|huidige',
    next: 'volgende?|komende?',
    ago: ['-', 'geleden'],
    yesterday: 'gisteren',
    today: 'vandaag|nu|momenteel',
    units: 'dag(?:en)? we?eke?n? maand(?:en)? kwarta(?:al|len) ja(?:ar|ren)',
    seasons: 'lente|voorjaar zomer herfst|najaar winter',
    numbers: 'één|een|eén twee drie vier vijf zes zeven acht negen tien elf twaalf',
    ordinals: 'eerste tweede derde vierde|laatste',
    half: 'helft',
    early: 'begin|het begin van',
    middle: 'midden|half',
    late: 'eind|einde|het einde van|het eind van',
  },
  ru: {
    in: 'в|во|на|за|к',
    before: 'до|перед',
    after: 'после',
    since: 'с|со|начиная с',
    until: 'до|по',
    between: 'между|с|от',
    article: '-',
    last: 'прошл(?:ый|ая|ое|ой|ом|ую|ого)|последн(?:ий|яя|ее|ей|ем|юю|его)',
    lastBehind: '-',
    this: 'эт(?:от|а|о|ом|ой|у|им)',
    next: 'следующ(?:ий|ая|ее|ей|ем|ую)',
    ago: ['-', 'назад'],
    yesterday: 'вчера',
    today: 'сегодня|сейчас',
    units: 'д(?:ень|ня|ней) недел(?:я|ю|и|ь|е) месяц(?:а|ев|е)? квартал(?:а|ов|е)? (?:год(?:а|у|ом)?|лет)',
    seasons: 'весной|весна|весну|весны летом|лето|лета осенью|осень|осени зимой|зима|зиму|зимы',
    numbers: 'один|одну|одна два|две три четыре пять шесть семь восемь девять десять одиннадцать двенадцать',
    ordinals: 'перв(?:ый|ом) втор(?:ой|ом) трет(?:ий|ьем) четв[её]рт(?:ый|ом)|последн(?:ий|ем)',
    half: 'половин[аеу]|полугоди[ие]',
    early: 'начале|начало',
    middle: 'середине|середина',
    late: 'конце|конец',
  },
  tr: {
    in: '-',
    before: '-',
    after: '-',
    since: '-',
    until: '-',
    between: '-',
    article: '-',
    last: 'geçen|son|önceki',
    lastBehind: '-',
    this: 'bu',
    next: 'gelecek|önümüzdeki',
    ago: ['-', 'önce'],
    yesterday: 'dün',
    today: 'bugün|şimdi|şu anda',
    units: 'gün hafta ay çeyrek yıl|sene',
    seasons: 'ilkbahar|bahar yaz sonbahar|güz kış',
    numbers: 'bir iki üç dört beş altı yedi sekiz dokuz on on_bir on_iki',
    ordinals: 'birinci|ilk ikinci üçüncü dördüncü|son',
    half: 'yarı',
    early: '-',
    middle: '-',
    late: '-',
  },
};

/** Words after a written-out date, in languages with postpositions: before, after, since, until. */
export const BEHIND_DATE: readonly (readonly [
  side: 'before' | 'after' | 'since' | 'until',
  forms: RegExp,
])[] = [
  ['since', /^(?:から|以来|以降|자?부터|이래|이후로|以來|起|'?(?:den|dan|ten|tan) (?:beri|itibaren)|से|منذ)/u],
  ['before', /^(?:の?前|以前|之前|\s?이전|\s?전|'?(?:den|dan|ten|tan) önce|\s?से पहले)/u],
  ['after', /^(?:の?後|以後|之后|之後|\s?이후|\s?후|'?(?:den|dan|ten|tan) sonra|\s?के बाद)/u],
  ['until', /^(?:まで|为止|為止|\s?까지|'?(?:e|a|ye|ya) kadar|\s?तक)/u],
];

/**
 * Words before a written-out date, in languages without a table here. Words with another meaning in some other language are left out (`do`, `od`, `po`, `din`).
 */
export const BEFORE_DATE: readonly (readonly [
  side: 'before' | 'after' | 'since' | 'until',
  forms: RegExp,
])[] = [
  ['before', /(?:قبل|לפני|преди|przed|innan|ennen|înainte de|před|πριν(?: από)?|sebelum)\s$/iu],
  ['after', /(?:بعد|אחרי|след|efter|etter|jälkeen|μετά(?: από)?|setelah|після)\s$/iu],
  ['since', /(?:منذ|מאז|sedan|siden|alkaen|από|sejak|від)\s$/iu],
  ['until', /(?:حتى|עד|până în|μέχρι|sampai)\s$/iu],
];

/** Times that need no separate unit, in scripts without spaces: years, months, weeks and days before the day of the question. */
export const JOINED_TIMES: readonly (readonly [
  form: RegExp,
  unit: 'day' | 'week' | 'month' | 'year',
  back: number,
])[] = [
  [/一昨年|おととし|前年|재작년/u, 'year', 2],
  [/去年|昨年|작년|지난해/u, 'year', 1],
  [/先月|上个月|上個月|上月|지난\s?달/u, 'month', 1],
  [/先週|上周|上週|上星期|지난\s?주/u, 'week', 1],
  [/昨日|昨天|어제/u, 'day', 1],
];

/** A number of units ago: `3年前`, `2个月前`, `5일 전`. */
export const JOINED_AGO =
  /(?<n>\d{1,3}|[一二两三四五六七八九十])\s?(?<unit>年|か月|ヶ月|カ月|个月|個月|週間|周|日|天|년|개월|주|일)\s?(?:間)?\s?(?:前|전)/u;
