/** Abbreviations (lower case, without the last stop) after which a sentence goes on. */
const ABBREVIATIONS = words(
  'dr mr mrs ms prof st rev hon gen col sgt lt capt cmdr gov sen rep vs e.g i.e cf approx ca fig figs no nos vol ' +
    'vols pp p ed eds ch sec eq dept univ assn bros jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun ' +
    'viz resp incl excl est tel ext max min avg z.b d.h u.a bzw ggf nr str hr fr evtl inkl zzgl s.o s.u vgl m.e mme mlle av bd ' +
    'n.o sra dra ud uds art núm pág т.е др г ул им рис стр',
);

/** These end a sentence as often as not: they do so where a capital follows. */
const MAY_END = words('etc al a.m p.m usw т.д т.п');

/** These stand in names: they end a sentence only where a word follows that starts sentences. */
const IN_NAMES = words('u.s u.k u.n u.s.a e.u inc ltd co corp llc gmbh jr sr ph.d');

const STARTERS = words(
  'the a an it he she they we i you this that these those there in on at for but and so however then when while if as after ' +
    'before since with our my his her their its what who why how no not der die das es er sie wir ich le la les il elle el los',
);

/** Nouns that a single capital letter follows as a name, not as an initial: "plan B." */
const LETTERED = words(
  'plan option vitamin section appendix annex part phase type class grade group team variant model track',
);

const MONTHS =
  /^(?:Jan|Feb|Mär|Mar|Apr|Mai|May|Jun|Jul|Aug|Sep|Okt|Oct|Nov|Dez|Dec|januar|februar|mars|april|juni|juli|desember)\p{L}*/iu;

/**
 * Whether a sentence ends between `before` (with its trailing space) and `after`, where the segmenter would end one.
 */
export function endsSentence(before: string, after: string): boolean {
  // A stop of Latin ends a sentence only before white space: "v1.A", "Hi!there".
  if (/[.!?…]["'”’»)\]]*$/u.test(before)) return false;
  // A quotation or an exclamation inside a sentence: "Stop!" he said. Yahoo! is.
  if (/^\p{Ll}/u.test(after) && /[!?…]["'”’»)\]]*\s+$/u.test(before)) return false;
  // 「行く。」と言った
  if (/[。！？][」』”’）】]+$/u.test(before) && /^[とっのなにをはがもで、]/u.test(after)) return false;
  const match = /(?:^|[\s(["'“‘«„*_])([\p{L}\p{M}.]*[\p{L}\p{M}])\.\s+$/u.exec(before);
  if (match?.[1] === undefined) return !goesOnAfterNumber(before, after);
  const word = match[1];
  if (/^\p{Lu}$/u.test(word) && /^["'“‘«(]?\p{Lu}/u.test(after))
    return followsLetteredNoun(before.slice(0, match.index));
  const key = word.toLowerCase();
  if (IN_NAMES.has(key))
    return STARTERS.has((/^["'“‘«([]?(\p{Lu}\p{L}*)/u.exec(after)?.[1] ?? '').toLowerCase());
  if (MAY_END.has(key)) return /^["'“‘«([]?[\p{Lu}\p{Lo}]/u.test(after);
  return !ABBREVIATIONS.has(key);
}

/** "am 3. Mai", "the 2. floor": an ordinal, where a month or a small letter follows. */
function goesOnAfterNumber(before: string, after: string): boolean {
  if (!/(?:^|\s)\d{1,2}\.\s+$/u.test(before)) return false;
  return /^\p{Ll}/u.test(after) || MONTHS.test(after) || /^\s*\d{1,2}\.\s+$/u.test(before);
}

function followsLetteredNoun(before: string): boolean {
  return LETTERED.has((/(\p{L}+)$/u.exec(before)?.[1] ?? '').toLowerCase());
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
