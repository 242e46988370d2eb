import {
  ABBREVIATIONS,
  BEFORE_NUMBERS,
  COMPANY_ENDS,
  IN_NAMES,
  LETTERED,
  MAY_END,
  NAMES_WITH_MARKS,
  ORDINAL_LEADS,
  STARTERS,
} from './sentence-words.ts';

/**
 * How doubtful sentence ends are decided: `whole` for text that is evidence (half a sentence can change its
 * meaning), `split` for text that needs evidence (a sentence must not pass because its neighbour is proven).
 */
export type SentenceBias = 'whole' | 'split';

/**
 * The beginnings of month names in languages that write a stop after the day: German, Danish, Norwegian, Finnish, Czech, Hungarian. Only beginnings, because
 * this is loaded wherever a sentence is cut; a test compares them with the table of months.
 */
const MONTHS =
  /^(?:Jan|Jän|Feb|Mär|Mar|Már|Apr|Ápr|Mai|May|Maj|Máj|Jun|Jún|Jul|Júl|Aug|Sep|Szept|Okt|Oct|Nov|Dez|Dec|Des|\p{L}+kuu|led[ne]|únor|břez|dub[en]|květ|červ|srp|zář|říj|list|pros)\p{L}*/iu;
const OPENERS = /^["'“‘«„([*_~¿¡]+/u;
/** Some texts have a space before each mark, and removing the markers of an answer leaves more of them. */
const WORD_BEFORE = /(?:^|[\s(["'“‘«„*_’])([\p{L}\p{M}.]*[\p{L}\p{M}])(?<apart> ?)\.\s+$/u;

/** True if a sentence ends between `before`, which ends with a mark and the space after it, and `after`. */
export function endsSentence(before: string, after: string, bias: SentenceBias): boolean {
  // Unicode's segmentation rules also continue the sentence here: SContinue.
  if (/^[,:;،、，：；]/u.test(after)) return false;
  if (/[。！？][」』”’）】]+$/u.test(before)) return !/^[とっのなにをはがもで、]/u.test(after);
  if (!/[.!?…‥]["'”’»)\]*_~」』）】]*(?:\[\^[^\]\s]*\])*\s*$/u.test(before)) return true;
  const start = after.replace(OPENERS, '');
  if (bias === 'whole' && /^[-–—]/u.test(start)) return false;
  const goesOn = /^[^\p{L}]*\p{Ll}/u.test(start);
  const match = WORD_BEFORE.exec(before);
  const word = match?.[1]?.replace(/^\.+/u, '');
  if (
    match !== null &&
    word !== undefined &&
    (match.groups?.['apart'] === '' || ABBREVIATIONS.has(word.toLowerCase()))
  )
    return endsAfterWord(word, before.slice(0, match.index), start, goesOn, bias);
  // A stop that does not touch its word comes after a marker.
  if (/\s\.\s+$/u.test(before) && bias === 'split') return true;
  if (isOrdinal(before, start, goesOn, bias)) return false;
  const name = /(\p{L}+)!\s+$/u.exec(before)?.[1];
  if (name !== undefined && NAMES_WITH_MARKS.has(name.toLowerCase()))
    return !goesOn && (!/^\p{Lu}/u.test(start) || startsSentence(start));
  if (!goesOn) return true;
  // A quotation or an exclamation inside a sentence: "Stop!" he said.
  if (/[.!?…]["'”’»)\]」』）】]+[*_~]*\s+$/u.test(before)) return false;
  if (bias === 'split') return true;
  return !/(?:[….]|\p{Lu}\p{L}*!)[*_~]*\s+$/u.test(before) && areSentences(before, start);
}

/** Decides after a word with its stop. */
function endsAfterWord(
  word: string,
  before: string,
  after: string,
  goesOn: boolean,
  bias: SentenceBias,
): boolean {
  const key = word.toLowerCase();
  const starts = startsSentence(after);
  if (IN_NAMES.has(key)) return starts && !goesOn;
  if (COMPANY_ENDS.has(key) && /^(?:KG|KGaA|OHG|Ltd|Inc|LLC|Corp)(?!\p{L})/u.test(after)) return false;
  if (COMPANY_ENDS.has(key)) return !goesOn && (starts || bias === 'split');
  if (MAY_END.has(key)) return !goesOn && /^[\p{Lu}\p{Lo}]/u.test(after);
  if (BEFORE_NUMBERS.has(key))
    return bias === 'split' && !/^(?:\p{N}|[IVXLC]+\b|\p{L}(?!\p{L}))/u.test(after);
  if (ABBREVIATIONS.has(key)) return false;
  if (/^\p{L}\p{M}*$/u.test(word)) return endsAfterLetter(word, before, after, goesOn, starts, bias);
  if (!goesOn || bias === 'split') return !(goesOn && /^(?:\p{L}\.)+\p{L}$/u.test(word));
  return (
    /\p{L}{3}/u.test(word) &&
    /[aeiouyäöüáàâéèêíìîóòôúùûåæøœаеёиоуыэюяієїαεηιουω]/iu.test(word) &&
    areSentences(`${before} ${word}`, after)
  );
}

function startsSentence(text: string): boolean {
  return STARTERS.has((/^\p{L}*/u.exec(text)?.[0] ?? '').toLowerCase());
}

/** Decides after a single letter: an initial, a plan B, or part of "z. B.". */
function endsAfterLetter(
  letter: string,
  before: string,
  after: string,
  goesOn: boolean,
  starts: boolean,
  bias: SentenceBias,
): boolean {
  if (/\p{Script=Arabic}/u.test(letter)) return false;
  const isUpper = /\p{Lu}/u.test(letter);
  const isSecond = /(?:^|\s)\p{L}\.\s*$/u.test(before);
  if (goesOn) return false;
  // c. 1491, S. 12
  if (/^\p{N}/u.test(after)) return false;
  if (!/^\p{Lu}/u.test(after)) return true;
  if (isUpper) return followsLetteredNoun(before) || (bias === 'split' && starts && !isSecond);
  return !/^\p{Lu}\./u.test(after);
}

/** At least two words on both sides, which is enough for a sentence in a note written in lower case. */
function areSentences(before: string, after: string): boolean {
  const sentence = before.slice(before.search(/[^.!?…]*$/u));
  return (
    /\p{L}[^.!?…]*\s+\S*\p{L}/u.test(sentence.length > 3 ? sentence : before) &&
    /^\S*\p{L}\S*\s+\S*\p{L}/u.test(after)
  );
}

/** "am 3. Mai", "the 2. floor": an ordinal, if a month or a lower-case letter follows. */
function isOrdinal(before: string, after: string, goesOn: boolean, bias: SentenceBias): boolean {
  const match = /(?:^|(\p{L}+)?\s+)(\d{1,2}\.)?\d{1,2}\.\s+$/u.exec(before);
  if (match === null) return false;
  // 20.4. in the middle of a sentence.
  if (match[2] !== undefined && goesOn) return true;
  if (MONTHS.test(after) || /^\s*\d{1,2}\.\s+$/u.test(before)) return true;
  if (ORDINAL_LEADS.has((match[1] ?? '').toLowerCase())) return /^\p{L}/u.test(after);
  return goesOn && bias === 'whole';
}

function followsLetteredNoun(before: string): boolean {
  return LETTERED.has((/(\p{L}+)\s*$/u.exec(before)?.[1] ?? '').toLowerCase());
}
