/* The words of the bench's lies. The lists are separate from those of the library; otherwise the bench would only test that a list equals itself. */

type Words = Readonly<Record<string, string>>;
type Swaps = Readonly<Record<string, readonly (readonly [string, string])[]>>;

/** Verbs that a negator can follow, and the negator; the part after `|` is its position. */
export const NEGATED: Swaps = {
  en: [
    ['is', 'is not'],
    ['are', 'are not'],
    ['was', 'was not'],
    ['were', 'were not'],
    ['can', 'cannot'],
    ['will', 'will not'],
    ['has been', 'has not been'],
    ['have been', 'have not been'],
  ],
  de: [
    ['ist', 'ist nicht'],
    ['sind', 'sind nicht'],
    ['wird', 'wird nicht'],
    ['war', 'war nicht'],
    ['kann', 'kann nicht'],
  ],
  fr: [
    ['est', "n'est pas"],
    ['sont', 'ne sont pas'],
    ['peut', 'ne peut pas'],
    ['peuvent', 'ne peuvent pas'],
  ],
  es: [
    ['es', 'no es'],
    ['son', 'no son'],
    ['puede', 'no puede'],
    ['está', 'no está'],
  ],
  it: [
    ['è', 'non è'],
    ['sono', 'non sono'],
    ['può', 'non può'],
  ],
  pt: [
    ['é', 'não é'],
    ['são', 'não são'],
    ['pode', 'não pode'],
  ],
  ru: [
    ['был', 'не был'],
    ['была', 'не была'],
    ['может', 'не может'],
    ['можно', 'нельзя'],
    ['играет', 'не играет'],
    ['стоит', 'не стоит'],
    ['идет', 'не идет'],
    ['сидит', 'не сидит'],
    ['едет', 'не едет'],
  ],
  ja: [
    ['います。', 'いません。'],
    ['ている。', 'ていない。'],
    ['です。', 'ではありません。'],
    ['できます', 'できません'],
    ['します。', 'しません。'],
  ],
  zh: [
    ['是', '不是'],
    ['可以', '不可以'],
    ['正在', '没有'],
    ['会', '不会'],
  ],
};
export const NO_LONGER: Swaps = {
  en: [
    ['is', 'is no longer'],
    ['are', 'are no longer'],
    ['was', 'was no longer'],
    ['were', 'were no longer'],
    ['can', 'can no longer'],
    ['has', 'no longer has'],
  ],
  de: [
    ['ist', 'ist nicht mehr'],
    ['sind', 'sind nicht mehr'],
    ['kann', 'kann nicht mehr'],
  ],
  fr: [
    ['est', "n'est plus"],
    ['sont', 'ne sont plus'],
  ],
  es: [
    ['es', 'ya no es'],
    ['son', 'ya no son'],
  ],
  it: [
    ['è', 'non è più'],
    ['sono', 'non sono più'],
  ],
  pt: [
    ['é', 'já não é'],
    ['são', 'já não são'],
  ],
  ru: [['играет', 'больше не играет']],
};
export const QUANTIFIERS: Swaps = {
  en: [
    ['some', 'all'],
    ['many', 'all'],
    ['most', 'all'],
    ['few', 'many'],
    ['several', 'all'],
    ['often', 'always'],
    ['sometimes', 'always'],
    ['usually', 'always'],
    ['all', 'no'],
    ['every', 'no'],
  ],
  de: [
    ['einige', 'alle'],
    ['viele', 'alle'],
    ['manche', 'alle'],
    ['alle', 'keine'],
    ['oft', 'immer'],
    ['manchmal', 'immer'],
  ],
  fr: [
    ['certains', 'tous les'],
    ['souvent', 'toujours'],
    ['parfois', 'toujours'],
    ['plusieurs', 'tous les'],
  ],
  es: [
    ['algunos', 'todos los'],
    ['algunas', 'todas las'],
    ['muchos', 'todos los'],
    ['a veces', 'siempre'],
  ],
  it: [
    ['alcuni', 'tutti i'],
    ['alcune', 'tutte le'],
    ['spesso', 'sempre'],
  ],
  pt: [
    ['alguns', 'todos os'],
    ['algumas', 'todas as'],
    ['muitos', 'todos os'],
  ],
  ru: [
    ['некоторые', 'все'],
    ['многие', 'все'],
    ['часто', 'всегда'],
    ['иногда', 'всегда'],
  ],
  ja: [
    ['一部の', 'すべての'],
    ['多くの', 'すべての'],
  ],
  zh: [
    ['一些', '所有'],
    ['有些', '所有'],
  ],
};
export const TENSES: Swaps = {
  en: [
    ['is', 'was'],
    ['are', 'were'],
    ['was', 'is'],
    ['were', 'are'],
    ['has', 'had'],
  ],
  de: [
    ['ist', 'war'],
    ['sind', 'waren'],
    ['hat', 'hatte'],
    ['war', 'ist'],
  ],
  fr: [
    ['est', 'était'],
    ['sont', 'étaient'],
  ],
  es: [
    ['es', 'era'],
    ['son', 'eran'],
  ],
  it: [['è', 'era']],
  pt: [
    ['é', 'era'],
    ['são', 'eram'],
  ],
  ru: [
    ['был', 'будет'],
    ['была', 'будет'],
  ],
};
export const MODALS: Swaps = {
  en: [
    ['may', 'will'],
    ['might', 'will'],
    ['could', 'must'],
    ['can', 'must'],
    ['must', 'may'],
    ['should', 'may'],
  ],
  de: [
    ['kann', 'muss'],
    ['können', 'müssen'],
    ['muss', 'kann'],
    ['sollte', 'kann'],
  ],
  fr: [
    ['peut', 'doit'],
    ['peuvent', 'doivent'],
    ['doit', 'peut'],
  ],
  es: [
    ['puede', 'debe'],
    ['pueden', 'deben'],
    ['debe', 'puede'],
  ],
  it: [
    ['può', 'deve'],
    ['possono', 'devono'],
    ['deve', 'può'],
  ],
  pt: [
    ['pode', 'deve'],
    ['podem', 'devem'],
    ['deve', 'pode'],
  ],
  ru: [['может', 'должен']],
  ja: [['ことができます', 'なければなりません']],
  zh: [
    ['可以', '必须'],
    ['必须', '可以'],
  ],
};
export const AND: Words = { en: 'and', de: 'und', fr: 'et', es: 'y', it: 'e', pt: 'e', ru: 'и' };
export const OR: Words = { en: 'or', de: 'oder', fr: 'ou', es: 'o', it: 'o', pt: 'ou', ru: 'или' };
export const SAYS: Words = {
  en: 'Bob says that ',
  de: 'Laut Bob gilt: ',
  fr: 'Selon Bob, ',
  es: 'Según Bob, ',
  it: 'Secondo Bob, ',
  pt: 'Segundo Bob, ',
  ru: 'Боб говорит, что ',
};
export const IF: Words = {
  en: ' if the board agrees',
  de: ', wenn der Vorstand zustimmt',
  fr: ' si le conseil accepte',
  es: ' si el consejo acepta',
  it: ' se il consiglio accetta',
  pt: ' se o conselho aceitar',
  ru: ', если совет согласится',
};
export const HEDGES: Words = {
  en: 'probably',
  de: 'vermutlich',
  fr: 'probablement',
  es: 'probablemente',
  it: 'forse',
  pt: 'talvez',
  ru: 'вероятно',
};
export const FIRST_NAMES = ['Ingrid', 'Oskar', 'Fatima', 'Bruno', 'Helena', 'Milo'];
export const SURNAMES = ['Keller', 'Moreau', 'Novak', 'Lindqvist', 'Okafor', 'Brandt'];
/** The words before and after a planted name; the sentence follows. */
export const WRITES: Readonly<Record<string, readonly [string, string]>> = {
  en: ['', ' wrote in the minutes: '],
  de: ['', ' hat im Protokoll vermerkt: '],
  fr: ['', ' a écrit dans le rapport : '],
  es: ['', ' ha escrito en el informe: '],
  it: ['', ' ha scritto nel rapporto: '],
  pt: ['', ' escreveu no relatório: '],
  ru: ['В протоколе ', ' пишет: '],
};
/** Words that show that a sentence is already negative. A second negator would make its meaning unclear. */
export const DENIES =
  /(?<!\p{L})(?:not|no|never|cannot|without|nor|neither|none|nobody|nothing|nicht|kein\p{L}*|nie|nichts|ohne|pas|ne|jamais|aucune?|sans|nunca|no|ni|sin|non|né|mai|nessun\p{L}*|senza|não|nem|sem|не|нет|ни|никогда|без|нельзя)(?!\p{L})|n['’]|[不没未無]|ない|ません/iu;
export const RELATIONS: Readonly<Record<string, string>> = {
  en: 'over|before|after|than|into|against|under|above|below',
  de: 'über|vor|nach|als|gegen|unter',
  fr: 'avant|après|contre|sous',
  es: 'antes de|después de|contra|bajo',
  it: 'prima di|dopo|contro|sotto',
  pt: 'antes de|depois de|contra|sob',
  ru: 'перед|после|против|под|чем',
};
