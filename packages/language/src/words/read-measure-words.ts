/** Words that, with an interrogative, ask for a number, by the interrogative: `how many`, `wie viel`, `hur många`. */
const MEASURES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    how: new Set(
      'many much often long far old big large high tall wide deep fast quickly heavy hot cold early late soon likely'.split(
        ' ',
      ),
    ),
    wie: new Set(
      'viel viele vielen oft lange lang weit alt groß hoch breit tief schnell schwer heiß warm kalt'.split(
        ' ',
      ),
    ),
    hoe: new Set('veel vaak lang ver oud groot hoog breed diep snel zwaar'.split(' ')),
    hur: new Set('många mycket ofta länge långt gammal stor hög djup snabbt'.split(' ')),
  }),
);

/** Marks the words of a question that only ask for a figure. A claim need not contain them: `62 bar` answers `how many bar`, even in a vault without the word `many`. */
export function readMeasureWords(words: readonly string[]): readonly boolean[] {
  return words.map((word, i) => i > 0 && MEASURES.get(words[i - 1] as string)?.has(word) === true);
}
