/* How Chinese, Japanese, Korean and Thai say what lexicon.ts lists for languages with spaces: affixes and runs of characters. */

const NEGATOR_BEFORE = /[不没沒无無非未别別勿]|ไม่|มิ|ห้าม|안 |못/u;
const NEGATOR_AFTER =
  /^[不没沒無无未非否]|^.{0,4}(?:ない|なかった|なく|ません|ずに|ざる|まい)|わけでは|지 않|지 못|없|不|没|沒/u;
const QUANTIFIER_BESIDE =
  /(?:所有|全部|每|一些|有些|多数|大多|少数|只有?|仅|僅|几乎|すべて|全て|各|一部の?|多くの?|ほとんどの?|だけ|のみ|しか|ทุก|บาง|모든|일부)$/u;

/** The negator or quantifier of a script without spaces that `text` ends with (within a few characters), or `null`. */
export function negatorBefore(text: string): string | null {
  const near = text.slice(-6);
  return (NEGATOR_BEFORE.exec(near) ?? QUANTIFIER_BESIDE.exec(near))?.[0] ?? null;
}

/** The negator of such a script that follows the text before a cut, or `null`. */
export function negatorAfter(text: string): string | null {
  return NEGATOR_AFTER.exec(text.slice(0, 12))?.[0] ?? null;
}

/** Not negators: `～なければならない` says must, `かもしれない` may, `だけでなく` and `不但` not only. */
const IDIOMS =
  /なければなら(?:ない|ず|なかった|ません)|なくてはなら(?:ない|ません)|かもしれ(?:ない|ません)|だけで(?:は|も)?なく|に違いない|に過ぎない|に他ならない|不但|不仅|不僅|不只|不得不|无不|無不|不断|不斷|不久|不同/gu;
const NEGATORS =
  /[不没沒未别別勿]|[无無非](?!常|法|论|論|線|料|洲)|(?<![少])ない(?!し)|なかった|なく|ません|ずに|ざる|まい|ไม่|ห้าม|않|못|없/gu;

/** The negators of a sentence in a script without spaces. */
export function negatorsWithin(text: string): string[] {
  return text.replace(IDIOMS, ' ').match(NEGATORS) ?? [];
}

/** A negator, quantifier or modal anywhere in text without spaces, or `null`. */
export function criticalWithin(text: string): string | null {
  return (
    /[不没沒无無非未别別勿只仅僅每]|所有|全部|一些|有些|部分|多数|大多|少数|几乎|可能|也许|必须|必須|应该|除|如果|だけ|ない|なかった|ません|ずに|まい|のみ|しか|一部|すべて|全員|ほとんど|かもしれ|もし|場合|ไม่|ห้าม|อาจ|않|못|없/u.exec(
      text,
    )?.[0] ?? null
  );
}

/** Classes of which a sentence should name the same as its source, by kind: one pattern for each class. */
export const UNSPACED_CLASSES = {
  quantifier: [
    ['all', /所有|全部|全体|全員|全て|すべて|みんな|誰でも|任何人|每[个個人]|大家|ทุก|모든|모두/u],
    ['some', /一些|有些|部分(?!的に)|一部|いくつか|某些|บาง|일부/u],
    ['many', /大多|多数|多くの|大半|ほとんど|많은/u],
    ['few', /少数|很少|わずか|めったに|ごく一部/u],
    ['only', /只有|只能|仅|僅|だけ(?!で)|のみ|しか|唯一|เท่านั้น|만(?=이|을|\s)/u],
  ],
  modal: [
    ['required', /必须|必須|应该|應該|务必|なければなら|なくてはなら|べき|必要がある|ต้อง|해야/u],
    ['allowed', /可以|能够|できる|てもよい|てもいい|สามารถ|수 있/u],
    [
      'possible',
      /可能(?!性)|也许|或许|大概|かもしれ|だろう|でしょう|たぶん|おそらく|อาจ|아마|어쩌면|수도 있/u,
    ],
  ],
  comparator: [
    ['up', /上涨|上漲|增加|上升|提高|上が[っりる]|増[えや加]|上昇|อ?เพิ่ม|증가/u],
    ['down', /下跌|减少|減少|下降|降低|下が[っりる]|減[っりる]|低下|ลด|감소/u],
    ['most', /以下|最多|至多|不超过|未満|以内|不到|不足|少于/u],
    ['least', /以上|最少|至少|超过|超過|超え|多于/u],
    ['before', /之前|以前|まで[にの]|前に/u],
    ['after', /之后|之後|以后|以後|後に|のち/u],
  ],
} as const;
