import { HEDGE_WORDS } from '@memora/language/assertion';
import { wordKey } from './read-words.ts';

/*
 * Small closed word lists of English, German, French, Spanish, Italian, Portuguese, Dutch, Russian, Turkish, Arabic, Hindi and Korean.
 * A word that is also an everyday content word of another language is left out. Of some more languages the negators alone. Scripts without spaces: see
 * unspaced-lexicon.ts.
 */

/** What a word does to a statement; a word may do several of these, and stands once, under their sum. */
export const NEGATOR = 1;
export const PRIVATIVE = 2;
/** Its meaning denies what follows: `failed to`, `denied that`. */
export const DENIAL = 4;
/** Says how much; matters where a quote is cut, beside the classes below. */
const QUANTIFIER = 8;
/** Makes a statement conditional, or takes something out of it. */
export const EXCEPTION = 16;
/** A modal without a class. */
const MODAL = 32;
/** Says nothing of its own. */
export const FUNCTION = 64;
const ALL = 128;
const SOME = 256;
const MANY = 512;
const FEW = 1024;
const NONE = 2048;
const POSSIBLE = 4096;
const REQUIRED = 8192;
const WILL = 16384;
/** Says that what follows is no fact (yet). */
export const HEDGE = 32768;
/** Leaves all others out. */
export const ONLY = 65536;
/** What is said holds only under the condition that follows, or not for what follows. */
export const CONDITION = 131072;
/** Of these, the words that take out the one word that follows. */
export const EXCLUSION = 262144;

const traits = new Map<string, number>();
for (const [added, list] of [
  [
    NEGATOR,
    'not nothing nowhere neither nor cannot hardly scarcely barely non aint dont doesnt didnt isnt wasnt werent wont cant couldnt shouldnt ' +
      'wouldnt hasnt havent hadnt nicht keinem keiner keines niemals niemand nichts nirgends weder kaum pas rien guère ni nul nulle jamás nadie ' +
      'ninguno tampoco nessuna niente né neanche nemmeno não ninguém nem niet geen nooit не нет ни никто ничего нельзя никакой inte icke ej ikke ' +
      'inga inget ingen aldrig aldri utan uden uten bez nigdy nikdy není değil yok asla tidak bukan không لا ليس ليست لم لن غير بدون לא אין नहीं मत ' +
      'बिना δεν μην немає 않습니다 않는다 않았다 않다 않음 없습니다 없다 없음 아닙니다 아니다 hiç hiçbir yoktur değildir ولا فلا ولم ولن وليس ليسوا لسنا لست ممنوع न नही',
  ],
  [NEGATOR + PRIVATIVE, 'without ohne sans senza sem zonder sin без'],
  [
    NEGATOR + NONE,
    'never none nobody kein keine keinen nie jamais aucun aucune nunca ningún ninguna mai nessuno nessun nenhum nenhuma никогда',
  ],
  [NEGATOR + FUNCTION + NONE, 'no'],
  [
    DENIAL,
    'fail fails failed failing failure deny denies denied refuse refuses refused refusal lack lacks lacked false falsely untrue incorrect unable ' +
      'unlikely impossible prohibited forbidden banned stop stopped avoid avoids avoided prevent prevents prevented decline declines declined ' +
      'against absence verboten interdit prohibido vietato proibido запрещено yasak yasaktır محظور ممنوعة वर्जित प्रतिबंधित',
  ],
  [
    QUANTIFIER,
    'any fewer both either half least nearly almost partly approximately roughly maximum minimum more less jeden fast beide mindestens höchstens ' +
      'tout plusieurs presque todo varios casi quasi só почти',
  ],
  [QUANTIFIER + FUNCTION, 'about'],
  [
    QUANTIFIER + ONLY,
    'only solely merely nur seulement sólo solamente soltanto somente apenas alleen только',
  ],
  [EXCEPTION, 'excluding until'],
  [EXCEPTION + FUNCTION, 'but se'],
  [EXCEPTION + CONDITION, 'unless if wenn falls sofern si если tenzij'],
  [
    EXCEPTION + CONDITION + EXCLUSION,
    'except excepting außer sauf excepté excepto salvo tranne exceto кроме',
  ],
  [MODAL, 'would allegedly reportedly probably supposedly dürfte würde мог'],
  [
    FUNCTION,
    'an the of in on at by for from to with and or as is are was were be been being has have had do does did it its this that these those he she ' +
      'they his their there which who whom than then so also into over der die das den dem des ein eine einen einem ist sind war waren werden und ' +
      'oder im am auf von zu zum zur mit für bei le la les un une du de et ou à au aux est sont était dans en par pour sur avec que qui ce el los ' +
      'las y o es son fue del al con por para lo una il gli i è sono di da nel della os um uma na dos é são и в на с по к у о от за из что это был ' +
      'была были في من على إلى عن مع هذا هذه التي الذي أن إن ve bir bu şu ile için है हैं था थे में से का की के को ने पर और यह वह',
  ],
  [FUNCTION + ALL, 'her'],
  [FUNCTION + WILL, 'wird'],
  [
    ALL,
    'altijd all every each always everyone everybody anyone anybody alle allen aller jeder jede jedes immer tous toutes chaque toujours todos ' +
      'todas cada siempre tutti tutte ogni sempre все каждый всегда всех всем каждая каждое любой tüm bütün herkes daima hep كل جميع كافة دائما ' +
      'دائمًا सभी सब हर प्रत्येक हमेशा 모든 모두 전부 항상 매번 elk elke iedereen',
  ],
  [
    SOME,
    'soms some several sometimes einige manche manchmal quelques certains certaines parfois algunos algunas veces alcuni alcune alguns algumas ' +
      'некоторые иногда некоторых kimi bazı bazıları birkaç bazen بعض أحيانا أحيانًا कुछ कई कभी-कभी 일부 몇몇 가끔 때때로 sommige',
  ],
  [
    MANY,
    'many most mostly usually often much viele meisten oft beaucoup souvent plupart muchos mayoría molti muitos многие часто многих большинство ' +
      'çoğu çok birçok sıksık معظم أغلب كثير غالبا غالبًا अधिकांश ज़्यादातर अधिकतर अक्सर 대부분 많은 자주 meeste vaak',
  ],
  [
    FEW,
    'few rarely seldom little wenige selten peu rarement pocos pocas pochi poche poucos мало редко немногие az nadiren قليل قليلة نادرا نادرًا कम ' +
      'थोड़े 거의 드물게 weinig zelden',
  ],
  [
    POSSIBLE,
    'darf may might could can possibly perhaps kann können könnte könnten dürfen peut peuvent pourrait pourraient puede pueden podría podrían può ' +
      'possono potrebbe pode podem poderia может могут kan kunnen mag mogen kannst könnt könntest könntet darfst dürft dürften peux pouvez pouvons ' +
      'pourriez puedes podéis podemos podrás podrá podrán podrías puoi possiamo potete potresti potrebbero podes poderá poderão poderiam можешь ' +
      'можете можем могли вправе kun mogelijk olabilir yapılabilir يمكن يمكنك يجوز تستطيع يستطيع بإمكان सकता सकती सकते सकेगा',
  ],
  [
    REQUIRED,
    'must shall should ought muss müssen müsste soll sollen sollte sollten doit doivent devrait devraient debe deben debería deberían deve devono ' +
      'dovrebbe devem deveria должен должна должны moet moeten müsst müssten sollst sollt solltest solltet muß dois devez devons devra devront ' +
      'devrez debes debéis debemos deberá deberán deberás debías devi dobbiamo dovete dovrà dovresti dovrebbero deves devemos deverá deverão ' +
      'deveriam нужно надо следует обязан обязана обязаны необходимо gerek gerekir gerekiyor lazım zorunda zorunlu şart يجب ينبغي يتعين يلزم चाहिए ' +
      'अनिवार्य ज़रूरी जरूरी आवश्यक',
  ],
  [WILL, 'will fera va будет seront será serán sarà saranno будут zal zullen سوف'],
  [
    ONLY,
    'exclusively ausschließlich lediglich seul seuls seule seules uniquement únicamente лишь yalnızca sadece yalnız فقط केवल सिर्फ़ सिर्फ 오직 오로지',
  ],
  [CONDITION, 'solange eğer sürece إذا إلا अगर यदि बशर्ते 만약'],
  [HEDGE, HEDGE_WORDS.join(' ')],
] as const) {
  for (const word of list.split(' ')) {
    // Words are looked up as they stand and under their key, which has no accents: a word without them is listed where no other has it as its key.
    for (const form of [word, wordKey(word)]) traits.set(form, (traits.get(form) ?? 0) | added);
  }
}

/** Everything a word does, as a sum of the constants above. */
export function traitsOf(word: string): number {
  return (
    traits.get(word) ??
    (word.endsWith("n't") ? NEGATOR : word > '\u007f' || TURKISH.test(word) ? inflected(word) : 0)
  );
}

/** Endings by which Turkish verbs may hold what other languages have words for. */
const TURKISH = /(?:yor|m[ae]z|m[ae]d[ıi]|bilir|m[ae]l[ıi])/u;
const TURKISH_NOT =
  /\p{L}{2}(?:m[ıiuü]yor|m[ae]z|m[ae]d[ıi]|m[ae]m[ıi]ş|m[ae]y[ae]c[ae][kğ]|m[ae]m[ae]l[ıi])(?:d[ıiuü]r|s[ıi]n|l[ae]r|um|m|k)?$/u;
const TURKISH_MAY = /\p{L}{2}y?[ae]bil(?:ir|iyor|ecek|di)(?:s[ıi]n|l[ae]r|im|iz)?(?:s[ıi]n[ıi]z)?$/u;
const TURKISH_MUST = /\p{L}{2}m[ae]l[ıi](?:d[ıi]r|y[ıi]m|s[ıi]n|y[ıi]z|l[ae]r)?(?:s[ıi]n[ıi]z)?$/u;
/** Korean verbs deny and oblige by what follows their stem. */
const KOREAN_NOT = /^(?:않|없|못하|못했|못한|아니|아닙)/u;
const KOREAN_MUST = /(?:해야|어야|아야|여야)(?:만|지)?$/u;

function inflected(word: string): number {
  const first = word.charCodeAt(0);
  if (first >= 0xac00 && first <= 0xd7a3)
    return KOREAN_NOT.test(word) ? NEGATOR : KOREAN_MUST.test(word) ? REQUIRED : 0;
  if (TURKISH_NOT.test(word)) return NEGATOR;
  if (TURKISH_MAY.test(word)) return POSSIBLE;
  return TURKISH_MUST.test(word) ? REQUIRED : 0;
}

/** The words that have traits, for a table of another kind. */
export function wordsWithTraits(): Iterable<string> {
  return traits.keys();
}

export function isNegator(word: string): boolean {
  return (traitsOf(word) & NEGATOR) !== 0;
}

/** `without` and its kin deny the phrase after them, not the one before. */
export function isPrivative(word: string): boolean {
  return (traitsOf(word) & PRIVATIVE) !== 0;
}

export function isDenial(word: string): boolean {
  return (traitsOf(word) & DENIAL) !== 0;
}

export function isQuantifier(word: string): boolean {
  return (traitsOf(word) & (QUANTIFIER | ALL | SOME | MANY | FEW | NONE)) !== 0;
}

export function isException(word: string): boolean {
  return (traitsOf(word) & EXCEPTION) !== 0;
}

export function isModal(word: string): boolean {
  return (traitsOf(word) & (MODAL | POSSIBLE | REQUIRED | WILL)) !== 0;
}

export function isFunctionWord(word: string): boolean {
  return (traitsOf(word) & FUNCTION) !== 0;
}

/** `all`, `some`, `many`, `few` or `none`, where the word says how many or how often; else nothing. */
export function quantifierClass(word: string): string {
  const trait = traitsOf(word);
  if ((trait & (ALL | SOME | MANY | FEW | NONE)) === 0) return '';
  if (trait & ALL) return 'all';
  if (trait & SOME) return 'some';
  if (trait & MANY) return 'many';
  return trait & FEW ? 'few' : 'none';
}

/** `possible`, `required` or `will`; else nothing. */
export function modalClass(word: string): string {
  const trait = traitsOf(word);
  if (trait & POSSIBLE) return 'possible';
  if (trait & REQUIRED) return 'required';
  return trait & WILL ? 'will' : '';
}
