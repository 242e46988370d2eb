import {
  CONDITION,
  DENIAL,
  HEDGE,
  isFunctionWord,
  isNegator,
  modalClass,
  ONLY,
  quantifierClass,
  traitsOf,
} from '../tokens/lexicon.ts';
import { sideOf } from '../tokens/opposites.ts';
import { wordKey } from '../tokens/read-words.ts';

/* What the lexicon of the guard does not say of a word: its time, its join, and who says what follows. */

const lists = {
  and: 'and und et y e i и а en ve و और sowie',
  or: 'or oder ou o u или veya أو या',
  present:
    'is are am has have ist sind hat haben est sont a ont es son está están è sono ha hanno é são tem estão heeft hebben является है हैं يكون تكون',
  past:
    'was were had been war waren hatte hatten wurde wurden était étaient fut furent avait avaient era eran fue fueron estaba había ' +
    'erano fu furono aveva avevano eram foi foram tinha werd werden был была было были являлся idi كان كانت था थी थे थीं',
  future:
    'will shall wird werden sera seront fera aura será serán sarà saranno serão zal zullen будет будут olacak سوف होगा होगी होंगे',
  saying:
    'says say said claims claim claimed believes believe believed thinks think thought argues argued alleges alleged suggests suggested ' +
    'reports reported states stated tells told suspects suspected assumes assumed hopes hoped according ' +
    'sagt sagte behauptet behauptete meint meinte glaubt glaubte laut zufolge dit disait affirme affirmait selon pense croit ' +
    'dice dijo afirma afirmó según cree dijeron disse secondo sostiene afferma crede diz segundo afirmou acredita zegt zei volgens ' +
    'говорит сказал сказала утверждает считает göre söyledi dedi diyor قال قالت يقول يزعم कहा कहता कहती अनुसार',
  soft:
    'usually mostly often sometimes partly nearly almost generally typically normally rarely seldom occasionally largely meist meistens oft ' +
    'manchmal teilweise fast beinahe normalerweise gelegentlich souvent parfois presque généralement habituellement rarement ' +
    'a_menudo generalmente casi raramente normalmente spesso talvolta quasi solitamente frequentemente geralmente vaak soms ' +
    'обычно часто иногда почти редко genellikle bazen sık غالبا عادة أحيانا अक्सर कभी आमतौर',
  condition: 'إذا لو अगर यदि eğer vorausgesetzt',
  former:
    'former formerly previously ex erstwhile ehemalige ehemaliger ehemaligen ehemaliges ehemaligem ehemals vormals früher frühere früherer ' +
    'früheren ancien ancienne anciens anciennes anciennement autrefois antiguamente anteriormente antigo antiga antigamente precedentemente ' +
    'voormalig voormalige vroeger vroegere voorheen бывший бывшая бывшее бывшим бывшего бывшей бывшую раньше прежде ранее eskiden ' +
    'سابقا سابقًا السابق السابقة पूर्व पहले',
  think:
    'think thinks believe believes expect expects seem seems want wants glauben glaubt denken denkt croit croire creer cree pensar crede',
  honorific: 'mr mrs ms dr prof sir herr frau monsieur madame señor señora sr sra don doña signor signora',
} as const;

type DriftTrait = keyof typeof lists;
const own = new Map<string, DriftTrait[]>();
for (const [trait, words] of Object.entries(lists) as [DriftTrait, string][]) {
  for (const word of words.split(' ')) {
    for (const form of new Set([word, wordKey(word)])) {
      // `é` is a verb and `e` a join: accents keep them apart.
      if (form !== word && form.length === 1) continue;
      own.set(form, [...(own.get(form) ?? []), trait]);
    }
  }
}

/** Opposites that the guard compares in another way, where a number stands beside them. */
const TURNS = new Map<string, number>();
const turns =
  'least|most,over|under,up|down,mindestens|höchstens,moins|plus,über|unter,left|right,first|last,north|south,east|west,win|lose,buy|sell,bought|sold,open|closed,opened|closed,opens|closes,start|end,started|ended,starts|ends,begins|ends,began|ended,sus|alt,lighter lightest|heavier heaviest,' +
  'leichter|schwerer,länger|kürzer,stärker|schwächer,schneller|langsamer,wärmer|kälter,billiger|teurer,más mais|menos,più|meno,' +
  'легче|тяжелее,выше|ниже,быстрее|медленнее,дешевле|дороже,старше|младше моложе,лучше|хуже,теплее|холоднее,' +
  'hafif|ağır,uzun|kısa,büyük|küçük,yüksek|düşük,hızlı|yavaş,ucuz|pahalı,أخف|أثقل,أكبر|أصغر,أطول|أقصر,أعلى|أدنى,أسرع|أبطأ,أرخص|أغلى,' +
  'हल्का हल्की हल्के|भारी,बड़ा बड़ी बड़े|छोटा छोटी छोटे,तेज़ तेज|धीमा धीमी,सस्ता सस्ती|महँगा महँगी महंगा महंगी';
turns.split(',').forEach((pair, i) => {
  const [left = '', right = ''] = pair.split('|');
  for (const word of left.split(' ')) TURNS.set(wordKey(word), 1000 + i);
  for (const word of right.split(' ')) TURNS.set(wordKey(word), -1000 - i);
});

/** All that a word does to a sentence; `null` for a word that only says something. */
export interface WordRole {
  readonly negator: boolean;
  readonly denial: boolean;
  readonly quantifier: string;
  readonly modal: string;
  readonly hedge: boolean;
  readonly only: boolean;
  readonly condition: boolean;
  readonly side: number;
  readonly function: boolean;
  readonly traits: readonly DriftTrait[];
}

const roles = new Map<string, WordRole>();
/** Words of a text are remembered while they are this few. */
const MOST_ROLES = 20_000;

/** The role of a word by its key. `written` is the word in lower case, where accents matter. */
export function roleOf(key: string, written: string): WordRole {
  const known = roles.get(written);
  if (known !== undefined) return known;
  const traits = own.get(written) ?? own.get(key) ?? NONE;
  const bits = traitsOf(key);
  const role: WordRole = {
    // Half of a French negator: the other half is the one that tells.
    negator: isNegator(key) && key !== 'ne',
    denial: (bits & DENIAL) !== 0,
    quantifier: quantifierClass(key),
    modal: modalClass(key),
    hedge: (bits & HEDGE) !== 0,
    only: (bits & ONLY) !== 0,
    condition: (bits & CONDITION) !== 0 || traits.includes('condition'),
    side: sideOf(key) || (TURNS.get(key) ?? 0),
    function:
      isFunctionWord(key) || key === 'ne' || key === 'than' || traits.some((trait) => GRAMMAR.has(trait)),
    traits,
  };
  if (roles.size >= MOST_ROLES) roles.clear();
  roles.set(written, role);
  return role;
}

/** What a name, a figure or a word in capitals does. */
export const NO_ROLE: WordRole = {
  negator: false,
  denial: false,
  quantifier: '',
  modal: '',
  hedge: false,
  only: false,
  condition: false,
  side: 0,
  function: false,
  traits: [],
};

const NONE: readonly DriftTrait[] = [];
const GRAMMAR: ReadonlySet<DriftTrait> = new Set(['and', 'or', 'present', 'past', 'future', 'honorific']);
