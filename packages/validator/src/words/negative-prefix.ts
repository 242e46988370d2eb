import { stemOf } from './read-words.ts';

/** Words that only look as if they began with `un-` or `non-`. */
const NOT_DENIED =
  /^(?:under|unit|uni[ocfqv]|unanim|until|unless|uncle|unto|undul|unveil|unleash|unravel|unearth|unfold|none|nonsens|nonchal)/u;
/** What stands behind `in-`, `im-`, `il-`, `ir-`, `dis-` where they deny: the beginnings of these words, a closed list. */
const DENIED_BY: Readonly<Record<string, RegExp>> = {
  in: /^(?:abil|access|accura|acti|adequa|admiss|advis|appropri|attenti|audib|calcul|capab|cauti|coher|compati|compet|complet|comprehens|conclus|congru|consequ|consider|consist|contest|conven|correct|cura|decis|defin|depend|determin|direct|discree|discrimin|dispens|disput|distinct|divis|edib|effect|effic|elast|elegan|eligib|equal|equit|evitab|exact|excus|exhaust|exper|expens|explic|express|extric|fallib|feasib|fertil|finit|flexib|form(?:al|ality)|frequ|gratit|hospit|human|interrupt|justic|nocu|numer|offens|operab|opportun|ordin|organic|quiet|sane|sanit|satiab|secur|sensib|sensit|separab|significan|sincer|solub|solv|stabil|subordin|substan|sufficien|support|surmount|tangib|toler|transig|valid|valuab|variab|visib|volunt|vulner)/u,
  im: /^(?:balanc|matur|measur|memor|mobil|moder|modest|moral|mort|mutab|partial|passab|patien|peccab|penetr|perceptib|perfect|permanen|permeab|person(?:al)|piet|plausib|polit|ponder|possib|practic|precis|prob|proper|prud|pur)/u,
  il: /^(?:legal|legib|legit|liber|licit|limit|liter|logic)/u,
  ir: /^(?:ration|reconcil|recover|refut|regular|relev|relig|remov|repar|replac|resist|resolut|respect|respons|retriev|revers|revoc)/u,
  dis: /^(?:abl|advantag|affect|agre|allow|appear|approv|arm|array|belie|comfort|connect|content|contin|courag|credit|embark|engag|entitl|favo|honest|honou?r|incentiv|infect|inherit|integr|interest|joint|liked?$|likes$|locat|loyal|mantl|obe|order|organ|orient|own|passion|pleas|proportion|prove|qualif|regard|repair|repute|respect|satisf|similar|trust|unit|use)/u,
};
const PREFIX = /^(in|im|il|ir|dis)(?=\p{L}{3})/u;
const WITHOUT =
  /^(?:aim|blame|bound|brain|care|cash|child|cloud|cord|count|defence|defense|end|fear|flaw|form|friend|fruit|harm|head|heart|help|home|hope|job|law|leader|lifeless|limit|loss|meaning|mind|motion|name|need|pain|penni|point|power|price|relent|rest|rootless|ruth|seed|serve?r?|shame|sleep|smoke|sound|speech|spot|state|taste|thought|time|tire|top|trace|trust|use|value|voice|weight|wire|worth)less/u;

/** The stem of a word without the prefix that denies it, or `null` where it has none. */
export function withoutPrefix(key: string): string | null {
  if (/^(?:un|non)\p{L}{4}/u.test(key)) {
    if (NOT_DENIED.test(key)) return null;
    return stemOf(key.slice(key.startsWith('un') ? 2 : 3));
  }
  const prefix = PREFIX.exec(key)?.[1];
  if (prefix === undefined) return null;
  const rest = key.slice(prefix.length);
  return DENIED_BY[prefix]?.test(rest) === true ? stemOf(rest) : null;
}

/** As {@link withoutPrefix}, and the verbs of Czech, Slovak, Lithuanian and Latvian: the bare word has to stand on the other side to tell. */
export function withoutDenial(key: string): string | null {
  return withoutPrefix(key) ?? (/^ne(?!west)\p{L}{4}/u.test(key) ? stemOf(key.slice(2)) : null);
}

/** Words that deny by their prefix or ending, which may stand for a negator: `unable`, `useless`. */
export function isLight(key: string): boolean {
  return withoutPrefix(key) !== null || WITHOUT.test(key);
}
