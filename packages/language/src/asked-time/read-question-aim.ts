import { isAscii, toAsciiSource } from '../text/to-ascii-source.ts';

/** What a question about time wants: how something changed, or when something was. */
export interface QuestionAim {
  readonly aim: 'history' | 'date';
  /** True where a history is asked for by name, or how something changed; not where it is asked what became of it. */
  readonly isSequence: boolean;
  /** The words that say so, in UTF-16 units: they name nothing that a note would say. */
  readonly spans: readonly (readonly [start: number, end: number])[];
}

const BECAME = /(?<a>\bwhat (?:has )?(?:happened|became|become|came) (?:to|of|with)\b)/iu;

/*
 * The wordings that ask for a sequence; what stands in the brackets of a group says so and nothing else.
 */
const HISTORY: readonly RegExp[] = [
  /(?<a>\bhow (?:did|has|have|had|was|were)\b).+?(?<b>\b(?:changed?|evolved?|developed?|shifted?|moved on)\b(?: (?:over|through|across|in|during|with) (?:the |all |these )?(?:last |past )?(?:years|months|weeks|time))?)/iu,
  /(?<a>\b(?:what (?:is|was|were)|tell me|show(?: me)?|give me)?\s*(?:the )?(?:whole |full |complete )?(?:history|timeline|chronology|evolution|course) of\b)/iu,
  BECAME,
  /(?<a>\b(?:then and now|past and present|before and (?:after|now)|over the years|over time|year by year|so far, in order|one after (?:the other|another)|in chronological order|in order of time)\b)/iu,
  /(?<a>\bwhat (?:were|are) all (?:the )?(?:earlier|former|previous|past)\b)/iu,
  /(?<a>\bwie (?:hat|haben)\b).+?(?<b>\b(?:verändert|geändert|entwickelt|gewandelt)\b)/iu,
  /(?<a>\b(?:geschichte|verlauf|entwicklung|chronologie) (?:des|der|von|vom)\b)/iu,
  /(?<a>\b(?:im lauf(?:e)? der (?:zeit|jahre)|damals und heute|früher und heute|nacheinander)(?!\p{L}))/iu,
  /(?<a>\bcomment\b).+?(?<b>\b(?:a|ont)(?:-t-(?:il|elle))?\s+(?:changé|évolué))/iu,
  /(?<a>\b(?:histoire|historique|évolution|chronologie) (?:de|du|des)\b)|(?<b>\bau fil (?:du temps|des ans))/iu,
  /(?<a>(?<!\p{L})cómo (?:ha |han )?(?:cambi|evolucion)\p{L}+)|(?<b>\b(?:historia|historial|evolución|cronología) (?:de|del)\b)|(?<c>\ba lo largo del tiempo\b)/iu,
  /(?<a>\bcom(?:e|') (?:è|sono) (?:cambiat|evolut)\p{L}+)|(?<b>\b(?:storia|storico|evoluzione|cronologia) (?:di|del|della|dell['’])(?!\p{L}))|(?<c>\bnel tempo\b)/iu,
  /(?<a>\bcomo (?:mudou|mudaram|evoluiu))|(?<b>(?<!\p{L})(?:história|histórico|evolução|cronologia) (?:de|do|da)\b)|(?<c>\bao longo do tempo\b)/iu,
  /(?<a>\bhoe (?:is|zijn|heeft)\b).+?(?<b>\b(?:veranderd|gewijzigd|ontwikkeld)\b)|(?<c>\b(?:geschiedenis|verloop|ontwikkeling) van\b)|(?<d>\bdoor de jaren heen\b)/iu,
  /(?<a>(?<!\p{L})как (?:изменил|менял|развивал)\p{L}+)|(?<b>(?<!\p{L})(?:история|хронология|эволюция)(?!\p{L}))|(?<c>(?<!\p{L})со временем)/iu,
  /(?<a>(?<!\p{L})nasıl (?:değişti|gelişti))|(?<b>(?<!\p{L})(?:geçmişi|tarihçesi))/iu,
  /(?<a>どう(?:変わ|変化)\p{L}*|の?(?:歴史|経緯|変遷|履歴)|怎么变|如何变化|的?(?:历史|变化|演变)|어떻게 (?:변했|바뀌었)\p{L}*|의? ?(?:역사|변천|이력))/u,
];

const DATE: readonly RegExp[] = [
  /(?<a>^\W*(?:since when|from when|(?:on )?(?:what|which) (?:day|date|month|year)|when(?: exactly)?|how long (?:ago|has|have|had))\b)/iu,
  /(?<a>^\P{L}*(?:seit wann|ab wann|wann|wie lange|an welchem tag|in welchem (?:jahr|monat))(?!\p{L}))/iu,
  /(?<a>^\P{L}*(?:depuis quand|à partir de quand|quand|depuis combien de temps|en quelle année|quel jour)(?!\p{L}))/iu,
  /(?<a>^\P{L}*(?:desde cuándo|cuándo|en qué (?:año|mes|día|fecha)|hace cuánto)(?!\p{L}))/iu,
  /(?<a>^\P{L}*(?:da quando|quando|in che (?:anno|mese|giorno|data)|desde quando|em que (?:ano|mês|dia|data))(?!\p{L}))/iu,
  /(?<a>^\P{L}*(?:sinds wanneer|vanaf wanneer|wanneer|in welk jaar)(?!\p{L}))/iu,
  /(?<a>^\P{L}*(?:с каких пор|когда|в каком году)(?!\p{L}))/iu,
  /(?<a>ne zaman(?:dan beri)?|いつ(?:から)?|什么时候|何时|언제(?:부터)?|कब(?: से)?|متى|מתי)/iu,
];

/** What a question about time wants; null for another one. */
export function readQuestionAim(question: string): QuestionAim | null {
  const text = question.slice(0, LONGEST);
  const history = spansOf(text, HISTORY);
  if (history.length > 0) {
    const became = spansOf(text, [BECAME]);
    return { aim: 'history', isSequence: history.length > became.length, spans: history };
  }
  const date = spansOf(text, DATE);
  return date.length === 0 ? null : { aim: 'date', isSequence: false, spans: date };
}

/** A question is read so far. */
const LONGEST = 2_000;

function spansOf(text: string, patterns: readonly RegExp[]): (readonly [number, number])[] {
  const ascii = isAscii(text);
  return patterns.flatMap(({ source }) => {
    const match = (ascii ? new RegExp(toAsciiSource(source), 'di') : new RegExp(source, 'diu')).exec(text);
    return Object.values(match?.indices?.groups ?? {}).filter((span) => span !== undefined);
  });
}
