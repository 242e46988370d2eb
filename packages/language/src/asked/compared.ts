/** What stands between two things that are compared, and before the first. */
const BETWEEN =
  /\s(?:and|vs\.?|versus|from|than|or|to|with|und|oder|von|als|et|ou|de|que|y|e|o|da|en|of|och|og|ja|i|a|и|или|от)\s/iu;
const LEAD =
  /^.*?\b(?:difference|differences|compare|compared|comparison|unterschied|unterschiede|différence|différences|diferencia|differenza|diferença|verschil)\b\s*(?:between|zwischen|entre|tra|fra|tussen)?\s*|^\W*(?:how|wie|comment|cómo|come)\s+\p{L}+\s+/iu;

/** The words of the two things that a question compares, in small letters; null where they cannot be distinguished. */
export function readCompared(question: string): readonly [readonly string[], readonly string[]] | null {
  const rest = question.replace(LEAD, '').replace(/\b(?:differs?|differ|different)\b/giu, ' ');
  const at = BETWEEN.exec(rest);
  if (at === null) return null;
  const wordsOf = (text: string): readonly string[] =>
    text.toLowerCase().match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? [];
  const [first, second] = [wordsOf(rest.slice(0, at.index)), wordsOf(rest.slice(at.index + at[0].length))];
  // Words that both have tell neither from the other: a due date and a start date.
  const [own, other] = [
    first.filter((word) => !second.includes(word)),
    second.filter((word) => !first.includes(word)),
  ];
  return own.length === 0 || other.length === 0 ? null : [own, other];
}
