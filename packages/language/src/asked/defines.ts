/** Words by which a question asks what something is, at its beginning. */
const ASKING =
  /^\W*(?:what(?:['’]s| is| are| was| were)|define|was (?:ist|sind|war)|qu['’]est[- ]ce que?(?: c['’]est(?: que)?)?|c['’]est quoi|qué (?:es|son)|que (?:es|son)|(?:che )?cos['’](?:è|e)|o que (?:é|são)|wat (?:is|zijn)|co to jest|vad är|hva er|hvad er|mikä on|что такое)\s+/iu;
const ARTICLE =
  /^(?:an?|the|my|our|your|ein|eine|einen|der|die|das|une?|la|le|les|el|los|las|un[oa]?|il|lo|gli|um|uma|os?|as?|een|de|het|en|ett)\s+/iu;
/** Where it is that, which no sentence about it repeats: `in Foam`. */
const SOMEWHERE = /(?<=\S)\s+(?:in|at|auf|bei|dans|en|em)\s+\p{Lu}[\p{L}\p{N}-]*$/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** What stands behind a thing that is told of: what it is, means, does or lets do. */
const TELLS =
  /^(?:\s*\([^()]{1,60}\))?\s*(?:[:–—]|-\s|(?:is|are|was|were|means|mean|refers?|describes?|denotes?|represents?|allows?|lets?|helps?|enables?|makes?|gives?|provides?|consists?|ist|sind|bedeutet|bezeichnet|heißt|erlaubt|est|sont|désigne|signifie|permet|es|son|significa|permite|è|sono|é|são|betekent|zijn|to|jest|oznacza|är|betyr|betyder|er|on|—|это)(?!\p{L}))/iu;

/** So much of a text is looked at: what a thing is stands at its beginning. */
const LOOKED_AT = 2000;

/** True where a sentence of a text begins with what a question asks the meaning of, and says what it is or does: `Daily notes allow you to …`. */
export function defines(question: string, text: string): boolean {
  const asked = question.trim().replace(/[?？.!\s]+$/u, '');
  const thing = asked.replace(ASKING, '').replace(ARTICLE, '').replace(SOMEWHERE, '');
  const words = thing.toLowerCase().match(WORD) ?? [];
  if (!ASKING.test(asked) || words.length === 0 || words.length > 4) return false;
  const named = words.map(toForm).join('[\\s*_`"“”„»«’\'-]+');
  const pattern = new RegExp(
    `(?:^|[.!?。]\\s+|:: |\\n)[\\s>*_\`"“„«'([-]*(?:${ARTICLES})?[*_\`"“„«'([]*${named}[*_\`"”“»'\\])]*(?<behind>[^\\n]*)`,
    'giu',
  );
  const looked = text.slice(0, LOOKED_AT);
  return (
    Array.from(looked.matchAll(pattern)).some(({ groups }) => TELLS.test(groups?.['behind'] ?? '')) ||
    new RegExp(`(?<![\\p{L}\\p{N}])${named}[*_\`"”“»']*${EXPLAINED}`, 'iu').test(looked)
  );
}

/** `It finds strays: sheep that have no flock`: behind a colon, a thing of another kind with what makes it that one. */
const EXPLAINED =
  '[:：]\\s+(?:(?:an?|the|ein|eine|une?|una?|uma?|een)\\s+)?(?:\\p{L}+\\s+){1,3}(?:that|which|who|whose|where|without|qui|que|che|dont|cui|ohne|sans|sin|senza|sem|zonder)(?!\\p{L})';

const ARTICLES =
  '(?:an?|the|ein|eine|einen|der|die|das|une?|la|le|les|el|los|las|un[oa]?|il|lo|um|uma|een|de|het|en|ett)\\s+';

/** A word with an ending of its plural, or without it. */
function toForm(word: string): string {
  const stem = word.length > 4 ? word.replace(/(?:es|s|ies|y)$/u, '') : word;
  return `${stem}(?:e?s|ies|y|en|n|e)?`;
}
