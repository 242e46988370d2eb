/**
 * Maps British to American spelling, so that a question about a `licence` finds a note on a `license`. These
 * are beginnings of words, so `colourful` matches `colorful`. If another word happens to have such a
 * beginning, it is changed in the same way everywhere, so it still matches itself.
 */
const BEGINNINGS = `
armour armor|behaviour behavior|candour candor|colour color|demeanour demeanor|discolour discolor|endeavour endeavor|favour favor|fervour fervor|flavour flavor
glamour glamor|harbour harbor|honour honor|dishonour dishonor|humour humor|labour labor|misdemeanour misdemeanor|multicolour multicolor|neighbour neighbor|odour odor|parlour parlor
rancour rancor|rigour rigor|rumour rumor|saviour savior|savour savor|splendour splendor|tumour tumor|valour valor|vapour vapor|vigour vigor|watercolour watercolor
licence license|defence defense|offence offense|pretence pretense|practis practic
cancell cancel|channell channel|counsell counsel|diall dial|fuell fuel|funnell funnel|jewell jewel|labell label|relabell relabel|unlabell unlabel|levell level|marvell marvel|modell model
panell panel|quarrell quarrel|shovell shovel|signalle signale|signalli signali|spirall spiral|swivell swivel|travell travel|tunnell tunnel|unravell unravel|woollen woolen
aluminium aluminum|artefact artifact|judgement judgment|acknowledgement acknowledgment|ageing aging|grey gray|mould mold|plough plow|pyjama pajama|sceptic skeptic|skilful skillful|wilful willful
moustache mustache|sulph sulf|manoeuvre maneuver|manoeuvri maneuveri|aeroplane airplane|aesthet esthet|anaesth anesth|archaeo archeo|caesarean cesarean|coeliac celiac|diarrhoea diarrhea
encyclopaed encycloped|faec fec|foet fet|gynaec gynec|haem hem|homoeo homeo|oedem edem|oesoph esoph|oestr estr|paed ped|orthopaed orthoped|palaeo paleo|apnoea apnea|dyspnoea dyspnea
`;

/** Whole words, because their beginnings also begin other words. */
const WORDS = `
programme program|programmes programs|tyre tire|tyres tires|fulfil fulfill|fulfils fulfills|fulfilment fulfillment|enrol enroll|enrols enrolls|enrolment enrollment|instalment installment
instalments installments|cosy cozy|disc disk|discs disks|maths math|catalogue catalog|catalogues catalogs|catalogued cataloged|cataloguing cataloging|dialogue dialog|dialogues dialogs
analogue analog|analogues analogs|monologue monolog|centring centering
`;

/** Verbs and their derivatives: `organise`, `organiser`, `organising`. Verbs that end in -ise in American English too are left out: `exercise`, `revise`. */
const VERBS = `
agon anonym apolog author bapt capital categor central character civil climat colon computer contextual crystal custom decentral demoral deserial digit dramat econom emphas
energ equal familiar fertil final formal general global harmon hospital human hypothes ideal immun individual industrial initial internal international item legal local maxim
mechan memor minim mobil modern monet monopol moral national neutral normal optim organ reorgan oxid parallel parameter pasteur penal personal polar popular priorit privat
random rational real recogn regular reinitial revital sanit satir scandal scrutin serial social special stabil standard steril stigmat subsid summar symbol sympath synchron
synthes systemat terror token tranquil trivial urban util vapor vector verbal victim virtual visual vocal vulgar western
`;

const toPairs = (table: string): ReadonlyMap<string, string> =>
  new Map(
    table
      .trim()
      .split(/[|\n]/u)
      .map((pair) => pair.split(' ') as [string, string]),
  );

const LONGEST = 14;
const SHORTEST = 4;
const VERB = /^(.+)is(e[drs]?|ers|ings?|able)$/u;
const NOUN = /^(.{3,})isation(s|al|ally)?$/u;
/** `centre`, `kilometres`, `theatre`. */
const RE = /^(.*(?:cent|met|lit)|fib|microfib|theat|amphitheat|calib|lust|meag|somb|spect|sab)re(s|d)?$/u;
/** `analysed`; the plural of `analysis` has one spelling. */
const YSE = /^((?:re)?anal|catal|paral|hydrol|electrol|dial)ys(e|ed|er|ers|ing)$/u;

let tables: {
  readonly beginnings: ReadonlyMap<string, string>;
  readonly words: ReadonlyMap<string, string>;
  readonly verbs: ReadonlySet<string>;
} | null = null;

/** The American spelling of a lower-case English word; the word itself if it does not differ. */
export function toAmericanSpelling(word: string): string {
  if (word.length < SHORTEST) return word;
  tables ??= {
    beginnings: toPairs(BEGINNINGS),
    words: toPairs(WORDS),
    verbs: new Set(VERBS.trim().split(/\s+/u)),
  };
  const { beginnings, words, verbs } = tables;
  const whole = words.get(word);
  if (whole !== undefined) return whole;
  const [, verb = '', ending = ''] = VERB.exec(word) ?? [];
  if (verbs.has(verb)) return `${verb}iz${ending}`;
  const inner = word
    .replace(NOUN, '$1ization$2')
    .replace(RE, (_, stem: string, end = '') => `${stem}er${end === 'd' ? 'ed' : end}`)
    .replace(YSE, '$1yz$2')
    .replace('aemi', 'emi');
  for (let length = Math.min(LONGEST, inner.length); length >= SHORTEST; length--) {
    const begun = beginnings.get(inner.slice(0, length));
    if (begun !== undefined) return `${begun}${inner.slice(length)}`;
  }
  return inner;
}
