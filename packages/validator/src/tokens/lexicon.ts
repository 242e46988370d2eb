/*
 * Small closed word lists of English, German, French, Spanish, Italian, Portuguese, Dutch and Russian, and the affixes by which
 * Chinese, Japanese, Korean and Thai say the same. A word that is also an everyday content word of another language is left out.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words that turn a statement round. English `-n't` forms are read by {@link isNegator}. */
const NEGATORS = words(
  'not no never none nobody nothing nowhere neither nor cannot without hardly scarcely barely non aint dont doesnt didnt isnt ' +
    'wasnt werent wont cant couldnt shouldnt wouldnt hasnt havent hadnt ' +
    'nicht kein keine keinen keinem keiner keines nie niemals niemand nichts nirgends weder ohne kaum ' +
    'ne pas jamais rien aucun aucune guère sans ni nul nulle nunca jamás nadie ningún ninguna ninguno tampoco ' +
    'mai nessuno nessuna nessun niente né senza neanche nemmeno não ninguém nenhum nenhuma nem sem ' +
    'niet geen nooit niemand zonder не нет ни никогда никто ничего нельзя без никакой',
);

const PRIVATIVES = words('without ohne sans senza sem zonder без');

/** Words whose meaning denies what follows; they matter where a quote is cut, since the quote then asserts what the source denies. */
const DENIALS = words(
  'fail fails failed failing failure deny denies denied refuse refuses refused refusal lack lacks lacked false falsely untrue ' +
    'incorrect unable unlikely impossible prohibited forbidden banned stop stopped avoid avoids avoided prevent prevents prevented ' +
    'against absence verboten interdit prohibido vietato proibido запрещено',
);

/** Beside those that have a class. */
const QUANTIFIERS = words(
  'any fewer only both either half least nearly almost partly solely merely about approximately roughly ' +
    'maximum minimum more less jeden nur fast beide mindestens höchstens tout plusieurs seulement presque ' +
    'todo varios sólo solamente casi solo soltanto quasi só somente apenas alleen soms altijd только ' +
    'почти',
);

/** Words that make a statement conditional or take something out of it. */
const EXCEPTIONS = words(
  'unless except excepting excluding if until but außer wenn falls sofern sauf si excepté excepto salvo tranne se exceto ' +
    'кроме если tenzij',
);

/** Beside those that have a class. */
const MODALS = words('would allegedly reportedly probably supposedly darf dürfte würde мог');

const NEGATOR_BEFORE = /[不没沒无無非未别別勿]|ไม่|มิ|ห้าม|안 |못/u;
const NEGATOR_AFTER =
  /^[不没沒無无未非否]|^.{0,4}(?:ない|なかった|なく|ません|ずに|ざる|まい)|わけでは|지 않|지 못|없|不|没|沒/u;
const QUANTIFIER_BESIDE =
  /(?:所有|全部|每|一些|有些|多数|大多|少数|只有?|仅|僅|几乎|すべて|全て|各|一部の?|多くの?|ほとんどの?|だけ|のみ|しか|ทุก|บาง|모든|일부)$/u;

export function isNegator(word: string): boolean {
  return NEGATORS.has(word) || word.endsWith("n't");
}

/** `without` and its kin deny the phrase after them, not the one before. */
export function isPrivative(word: string): boolean {
  return PRIVATIVES.has(word);
}

export function isDenial(word: string): boolean {
  return DENIALS.has(word);
}

export function isQuantifier(word: string): boolean {
  return QUANTIFIERS.has(word) || quantifierClass(word) !== '';
}

export function isException(word: string): boolean {
  return EXCEPTIONS.has(word);
}

export function isModal(word: string): boolean {
  return MODALS.has(word) || modalClass(word) !== '';
}

/** The negator or quantifier of a script without spaces that `text` ends with (within a few characters), or `null`. */
export function negatorBefore(text: string): string | null {
  const near = text.slice(-6);
  return (NEGATOR_BEFORE.exec(near) ?? QUANTIFIER_BESIDE.exec(near))?.[0] ?? null;
}

/** The negator of such a script that follows the text before a cut, or `null`. */
export function negatorAfter(text: string): string | null {
  return NEGATOR_AFTER.exec(text.slice(0, 12))?.[0] ?? null;
}

/** The negator of a script without spaces anywhere in a sentence, or `null`. */
export function negatorWithin(text: string): string | null {
  return (
    /[不没沒未别別勿]|[无無非](?!常|法|论|線|料)|ない|なかった|なく|ません|ずに|ざる|まい|ไม่|ห้าม|않|못|없/u.exec(
      text,
    )?.[0] ?? null
  );
}

/** A negator, quantifier or modal anywhere in text without spaces, or `null`. */
export function criticalWithin(text: string): string | null {
  return (
    /[不没沒无無非未别別勿只仅僅每]|所有|全部|一些|有些|多数|大多|少数|几乎|可能|如果|除|ない|なかった|ません|ずに|まい|だけ|のみ|しか|一部|すべて|ほとんど|かもしれ|もし|ไม่|ห้าม|อาจ|않|못|없/u.exec(
      text,
    )?.[0] ?? null
  );
}

const QUANTIFIER_CLASSES = classes({
  all: 'all every each always everyone alle allen aller jeder jede jedes immer tous toutes chaque toujours todos todas cada siempre tutti tutte ogni sempre все каждый всегда',
  some: 'some several sometimes einige manche manchmal quelques certains certaines parfois algunos algunas veces alcuni alcune alguns algumas некоторые иногда',
  many: 'many most mostly usually often much viele meisten oft beaucoup souvent plupart muchos mayoría molti muitos многие часто',
  few: 'few rarely seldom little wenige selten peu rarement pocos pocas pochi poche poucos мало редко',
  none: 'no none never kein keine keinen nie aucun aucune jamais ningún ninguna nunca nessun nessuno mai nenhum nenhuma никогда',
});

const MODAL_CLASSES = classes({
  possible:
    'may might could can possibly perhaps kann könnte peut pourrait puede podría può potrebbe pode poderia может',
  required:
    'must shall should ought muss müsste soll sollte doit devrait debe debería deve dovrebbe deveria должен должна должны',
  will: 'will wird fera va будет',
});

function classes(lists: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(lists).flatMap(([name, list]) => list.split(' ').map((word) => [word, name] as const)),
  );
}

/** `all`, `some`, `many`, `few` or `none`, where the word says how many or how often; else nothing. */
export function quantifierClass(word: string): string {
  return QUANTIFIER_CLASSES.get(word) ?? '';
}

/** `possible`, `required` or `will`; else nothing. */
export function modalClass(word: string): string {
  return MODAL_CLASSES.get(word) ?? '';
}
