/** A longer statement, or longer evidence, is judged by its clauses. */
const MOST_WORDS = 80;
const MOST_EVIDENCE = 20_000;
/** This many words have to stay for each one that is another. */
const LEAST_STAYING = 4;
const EDGE = /[\p{L}\p{M}\p{N}]/u;

/**
 * True where a statement is a piece of its evidence with one word in the place of one: `unrecognised yet significant` for `unrecognised yet
 * important`. Nothing was added that could assert something else; what the word itself changes, the other comparisons judge.
 */
export function replacesOneWord(shown: string, spans: readonly string[]): boolean {
  const words = shown
    .replace(/[\s.!?…。！？]+$/u, '')
    .trim()
    .split(/\s+/u);
  if (words.length <= LEAST_STAYING || words.length > MOST_WORDS) return false;
  return spans.some(
    (span) => span.length <= MOST_EVIDENCE && isPieceButOne(words, span.replace(/\s+/gu, ' ').trim()),
  );
}

function isPieceButOne(words: readonly string[], span: string): boolean {
  let before = '';
  for (const [i, word] of words.entries()) {
    const behind = words
      .slice(i + 1)
      .map((each) => ` ${each}`)
      .join('');
    if (standsBetween(before, word, behind, span)) return true;
    before += `${word} `;
    if (!span.includes(before)) return false;
  }
  return false;
}

/** True where another word than `word` stands between two pieces in the text, with the same marks round it. */
function standsBetween(before: string, word: string, behind: string, span: string): boolean {
  if (behind !== '' && !span.includes(behind)) return false;
  const [, opening = '', own = '', closing = ''] = MARKED.exec(word) ?? [];
  if (own === '') return false;
  for (let at = span.indexOf(before); at !== -1; at = span.indexOf(before, at + 1)) {
    if (before === '') {
      const end = at === 0 ? span.indexOf(behind) : -1;
      return end > 0 && isOther(span.slice(span.lastIndexOf(' ', end - 1) + 1, end));
    }
    const start = at + before.length;
    const space = span.indexOf(' ', start);
    const end = space === -1 ? span.length : space;
    if (at > 0 && EDGE.test(span[at - 1] as string)) continue;
    if (!isOther(span.slice(start, end))) continue;
    if (behind === '') return true;
    if (span.startsWith(behind, end) && !EDGE.test(span[end + behind.length] ?? ' ')) return true;
  }
  return false;

  function isOther(found: string): boolean {
    const [, theirOpening = '', other = '', theirClosing = ''] = MARKED.exec(found) ?? [];
    return (
      other !== '' &&
      theirOpening === opening &&
      (theirClosing === closing || (behind === '' && closing === ''))
    );
  }
}

/** A word and the marks round it; nothing where marks part it. */
const MARKED = /^([^\p{L}\p{M}\p{N}]*)([\p{L}\p{M}\p{N}'’-]+)([^\p{L}\p{M}\p{N}]*)$/u;
