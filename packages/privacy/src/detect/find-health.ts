import { matchAtWords } from '@memora/language/text';
import { isNamedAsCondition, isSurname } from './everyday-words.ts';
import { type Finding, findByPattern } from './finding.ts';
import { HEALTH_STEMS, HEALTH_WORDS, MEDICINES } from './health-terms.ts';

const finding = (reason: string): Pick<Finding, 'kind' | 'dataClass' | 'reason'> => ({
  kind: 'medical-condition',
  dataClass: 'phi',
  reason,
});

const WORDS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${HEALTH_WORDS.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
const STEMS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${HEALTH_STEMS.join('|')})(?![\\p{L}])`, 'giu');
const UNSPACED =
  /糖尿病|高血圧|高血压|抑郁症|うつ病|鬱病|癌症|肺癌|乳がん|乳癌|がん|肝炎|喘息|哮喘|艾滋病|白血病|心臓病|心脏病|認知症|痴呆|癫痫|てんかん|精神分裂|統合失調症|焦虑症|不妊|怀孕|妊娠|流産|自閉症|当뇨병|당뇨병|우울증|고혈압|천식|간염/gu;
const DRUGS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${MEDICINES.join('|')})(?![\\p{L}])`, 'giu');
const CODES = /\bICD(?:-?1[01])?(?:-?(?:CM|GM))?[:\s]{1,3}(?<value>[A-TV-Z]\d{2}(?:\.\d{1,4})?)/gi;
const DIAGNOSED =
  /\b(?:diagnosed with|diagnosis(?: is|:)|diagnostiziert mit|diagnose(?: ist|:)|leidet an|diagnostiqué\p{L}{0,2}|diagnostic ?:|souffre (?:de|d['’])|diagnosticad[oa] (?:con|com|de)|diagnóstico ?:|padece(?: de)?|sufre de|diagnosi ?:|soffre di|gediagnosticeerd met|lijdt aan|zdiagnozowano)\s{0,2}(?:un\p{L}{0,2}\s|une\s|an?\s|the\s|einer?\s|de\s|d['’])?(?<value>\p{L}[\p{L}-]{4,30}(?:\s\p{L}[\p{L}-]{4,24})?)/giu;
/** Endings of words that may begin with anything; `ſ` and `s` match each other without regard to case. */
const ENDINGS = /[ií]ti[sſ]|ite aigu|it[ií]d|[eéä]mi/i;
const inWords = matchAtWords([
  { pattern: WORDS },
  { pattern: STEMS, holding: ENDINGS },
  { pattern: DRUGS },
  { pattern: CODES },
  { pattern: DIAGNOSED },
]);
/** Words in -itis, -osis and the like that are not illnesses. */
const NO_ILLNESS =
  /^(?:osmosis|symbiosis|hypnosis|metamorphosis|photosynthesis|diagnosis|prognosis|diagnostic|empathy|sympathy|apathy|telepathy|antipathy|pathology|coma|diploma|aroma|idioma|oklahoma|roma|soma|axioma|noma|toma|goma|broma|homo|tacoma|sonoma|paloma|genoma|cromo|carcosis|biosis|neurosis de|gnosis|kurtosis|mitosis|meiosis|theosis|apotheosis|anastomosis|empatia|simpatia)$/iu;

/** Names of illnesses in several languages, of medicines for a single illness, ICD codes, and the text after a word for diagnosis. */
export function* findHealth(text: string): Iterable<Finding> {
  const found = inWords(text);
  yield* findByPattern(
    text,
    found.all(0),
    finding('the name of a medical condition'),
    (value, { index }) => !isOption(text, index) && isNamedAsCondition(value, text, index),
  );
  yield* findByPattern(text, UNSPACED, finding('the name of a medical condition'));
  yield* findByPattern(
    text,
    found.all(1),
    finding('a word formed like the name of a medical condition'),
    (value, { index }) => !NO_ILLNESS.test(value) && !isSurname(value, text, index),
  );
  yield* findByPattern(text, found.all(2), finding('a medicine that reveals a medical condition'));
  yield* findByPattern(text, found.all(3), finding('a code of the international classification of diseases'));
  yield* findByPattern(text, found.all(4), finding('text after a word for a diagnosis'));
}

/** `autoreconf -ivf`: letters after a dash at the start of a word are options of a command. */
function isOption(text: string, at: number): boolean {
  const before = text[at - 2] ?? ' ';
  return (
    text[at - 1] === '-' && before.toLowerCase() === before.toUpperCase() && !(before >= '0' && before <= '9')
  );
}
