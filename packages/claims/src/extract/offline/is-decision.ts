/** Who decides: a person or group, never the reader of a manual. */
const ACTOR =
  "(?:we|I|(?:[Tt]he|[Oo]ur) (?:[\\p{Ll}-]+ ){0,2}?(?:team|board|group|committee|council|company|project|maintainers|owners|working group|community|family|parents|management|leadership)|(?!(?:So|This|That|These|Those|If|When|Once|It|You|Then|Also|And|But|They|He|She|Users|People|Everyone)\\b)\\p{Lu}[\\p{L}\\p{M}\\p{N}.'’-]*(?: (?:and )?\\p{Lu}[\\p{L}\\p{M}\\p{N}.'’-]*){0,3})";
const DECIDED =
  '(?:decided|chose|agreed|opted|picked|adopted|approved|rejected|settled on|voted|dropped the idea|ruled out|signed off)';

const PATTERNS: readonly RegExp[] = [
  // Decision: …
  /^[\W_]*(?:decision|decided|resolution|entscheidung|beschluss|décision|decisi[oó]n|決定)[\W_]*(?:\([^)]*\))?[*_]*\s*[:：–—]/iu,
  // We have decided …; the board rejected …; Maya Lindqvist chose …
  new RegExp(
    `(?:^|[,;:]\\s|\\b(?:and|so|but|because|being|today|yesterday|finally)\\s)[*_]*(?:${ACTOR})[*_]*(?: (?:have|has|had|then|finally|also|all|both|unanimously))* ${DECIDED}\\b`,
    'u',
  ),
  new RegExp(
    `(?<!\\b(?:[Ii]f|[Ww]hen|[Oo]nce|until|[Ww]hat|[Hh]ow|whether|[Uu]nless|[Bb]efore|[Aa]s) )\\b(?:[Ww]e|I) (?:(?:have|had|then|finally|also|all|both) )*${DECIDED}\\b`,
    'u',
  ),
  // … was chosen over …, has been approved
  /\b(?:was|were|has been|have been|had been) (?:\p{Ll}+ly )?(?:decided|chosen|adopted|approved|rejected|agreed|voted|ruled out|abandoned)\b/u,
  // … switched its format from A to B
  /\b(?:switched|migrated) (?:[\p{L}\p{N}'’_-]+ ){0,5}(?:from|to|over)\b/u,
  /\b(?:wir|ich) (?:haben |hatten )?(?:uns )?(?:entschieden|beschlossen|beschließen|wählten)\b|\b(?:wurde|wurden|haben|hat|habe)\b.*\b(?:entschieden|beschlossen|verworfen|genehmigt)\b/iu,
  /\b(?:avons|ont|a été|avait) (?:\p{Ll}+ )?(?:décidé|choisi|adopté|rejeté|approuvé)(?!\p{L})|\bon a décidé(?!\p{L})/iu,
  /\b(?:decidimos|decidió|decidieron|hemos decidido|se decidió|se aprobó|acordamos)(?!\p{L})/iu,
  /(?:に|を|と|が)決定(?:した|しました|している)|(?:に|と)決めた|決めました|採用(?:を決め|することにし)|を採用した/u,
];

/** A manual speaking to its reader, a condition, or a pointer to the page itself. */
const NO_DECISION =
  /^(?:if|when|once|whenever|unless|to |above|below|here|wenn|falls|si |cuando)\b|\byou(?:['’]ve| have|['’]d)? (?:\p{Ll}+ )?(?:decided|chose|picked|selected|agreed)\b/iu;

const HEADING =
  /^[\d.\s]*(?:(?:key|main|recent|our|past|final|the|agreed|team) )?(?:decisions?|resolutions?|entscheidung(?:en)?|beschl(?:uss|üsse)|décisions?|decisi[oó]n(?:es)?|決定(?:事項)?)(?: (?:log|made|record|outcome|taken|drivers))?[:：]?$/iu;

/** True where the text states what somebody decided, or stands under a heading of decisions. English, German, French, Spanish, Japanese. */
export function isDecision(text: string, headingPath: readonly string[]): boolean {
  const heading = headingPath.at(-1);
  if (heading !== undefined && HEADING.test(heading.trim()) && !/^\W*\[[^\]]*\]\([^)]*\)/u.test(text))
    return true;
  if (NO_DECISION.test(text)) return false;
  return PATTERNS.some((pattern) => pattern.test(text));
}
