/**
 * The sentences of the planted-fault study. The first half of each list existed while the detectors were tuned.
 * The second half is held out: it was written at the same time, and never inspected to change a detector.
 */
export interface TemplateSet<Template> {
  readonly tuned: readonly Template[];
  readonly heldOut: readonly Template[];
}

/** Two sentences about a subject that cannot both hold. */
export type Dispute = (subject: string, n: number) => readonly [string, string];
/** Sentences about one subject. */
export type Telling = (subject: string, n: number) => string;
/** Sentences about two subjects. */
export type Relating = (subject: string, other: string) => string;

const MONTHS = ['January', 'March', 'April', 'May', 'August', 'October'];
const LANGUAGES = ['Rust', 'Go', 'Elixir', 'Kotlin', 'Zig', 'OCaml', 'Erlang', 'Nim'];
const TOWNS = ['Umeå', 'Porto', 'Ghent', 'Split', 'Cork', 'Turku', 'Graz'];
const GIVEN = ['Ines', 'Olof', 'Mina', 'Jonas', 'Ada', 'Petra', 'Ruth', 'Hugo', 'Lena'];
const FAMILY = [
  'Duarte',
  'Berg',
  'Sato',
  'Weber',
  'Nkemelu',
  'Novak',
  'Okafor',
  'Silva',
  'Moreau',
  'Lindqvist',
  'Haas',
];
const person = (n: number) => `${GIVEN[n % 9]} ${FAMILY[(n * 5) % 11]}`;
const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

export const DISPUTES: TemplateSet<Dispute> = {
  tuned: [
    (s, n) => [`The ${s} timeout is ${20 + n} seconds.`, `The ${s} timeout is ${25 + n} seconds.`],
    (s, n) => [`${s} runs in ${at(TOWNS, n)}.`, `${s} runs in ${at(TOWNS, n + 1)}.`],
    (s, n) => [`${s} is written in ${at(LANGUAGES, n)}.`, `${s} is written in ${at(LANGUAGES, n + 1)}.`],
    (s, n) => [`The owner of ${s} is ${person(n)}.`, `The owner of ${s} is ${person(n + 1)}.`],
    (s) => [`The ${s} archive is encrypted.`, `The ${s} archive is not encrypted.`],
    (s, n) => [`${s} listens on port ${8000 + n}.`, `${s} listens on port ${9000 + n}.`],
    (s) => [`The ${s} feature flag is enabled.`, `The ${s} feature flag is disabled.`],
    (s, n) => [`The budget of ${s} is ${40 + n},000 euros.`, `The budget of ${s} is ${60 + n},000 euros.`],
  ],
  heldOut: [
    (s, n) => [`The ${s} limit is ${100 + n} requests.`, `The ${s} limit is ${140 + n} requests.`],
    (s, n) => [`${s} is located in ${at(TOWNS, n + 2)}.`, `${s} is located in ${at(TOWNS, n + 4)}.`],
    (s) => [`The default format of ${s} is JSON.`, `The default format of ${s} is CBOR.`],
    (s, n) => [`The lead of ${s} is ${person(n + 2)}.`, `The lead of ${s} is ${person(n + 3)}.`],
    (s) => [`${s} supports offline mode.`, `${s} does not support offline mode.`],
    (s, n) => [`${s} costs ${300 + n} euros a month.`, `${s} costs ${420 + n} euros a month.`],
    (s) => [`The ${s} registration is open.`, `The ${s} registration is closed.`],
    (s, n) => [`${s} starts in ${at(MONTHS, n)}.`, `${s} starts in ${at(MONTHS, n + 1)}.`],
  ],
};

/** A note's statement, and the sentence of a later note that replaces it. */
export const REPLACEMENTS: TemplateSet<Dispute> = {
  tuned: [
    (s, n) => [
      `The ${s} deadline is ${3 + (n % 20)} August 2026.`,
      `The ${s} deadline is ${5 + (n % 20)} October 2026.`,
    ],
    (s) => [`${s} uses JSON for its messages.`, `${s} switched its messages from JSON to MessagePack.`],
    (s, n) => [
      `${s} is based in ${at(TOWNS, n)}.`,
      `${s} moved from ${at(TOWNS, n)} to ${at(TOWNS, n + 1)}.`,
    ],
    (s, n) => [`The ${s} version is ${1 + (n % 5)}.2.`, `The ${s} version is ${2 + (n % 5)}.0.`],
    (s, n) => [`The price of ${s} is ${200 + n} euros.`, `The price of ${s} is ${260 + n} euros.`],
  ],
  heldOut: [
    (s, n) => [`The ${s} interval is ${60 + n} seconds.`, `The ${s} interval is ${30 + n} seconds.`],
    (s) => [`${s} uses Postgres for its records.`, `${s} switched its records from Postgres to SQLite.`],
    (s, n) => [`The manager of ${s} is ${person(n)}.`, `The manager of ${s} is ${person(n + 2)}.`],
    (s, n) => [`${s} runs on port ${7000 + n}.`, `${s} runs on port ${7500 + n}.`],
    (s, n) => [
      `The headquarters of ${s} are in ${at(TOWNS, n)}.`,
      `The headquarters of ${s} are in ${at(TOWNS, n + 3)}.`,
    ],
  ],
};

/** A sentence that depends on the note it names. */
export const DEPENDENCIES: TemplateSet<Relating> = {
  tuned: [
    (s, note) => `The ${s} rollout depends on [[${note}]].`,
    (s, note) => `The ${s} estimate is based on [[${note}]].`,
    (s, note) => `The ${s} plan assumes [[${note}]].`,
  ],
  heldOut: [
    (s, note) => `The ${s} schedule relies on [[${note}]].`,
    (s, note) => `The ${s} design builds on [[${note}]].`,
    (s, note) => `The ${s} forecast was derived from [[${note}]].`,
  ],
};

/** A decision whose review date has passed; `n` is a month of early 2026. */
export const DUE_DECISIONS: TemplateSet<Telling> = {
  tuned: [
    (s, n) => `We decided to keep ${s} in house; to be reviewed by 2026-0${1 + (n % 5)}-15.`,
    (s, n) => `Decision: ${s} stays on the old plan. Review on 2026-0${1 + (n % 5)}-10.`,
    (s, n) => `It was decided to lend ${s} out, revisit in 2026-0${1 + (n % 5)}.`,
    (s, n) => `The team chose ${s} for the pilot and will revisit the choice on 2026-0${1 + (n % 5)}-20.`,
  ],
  heldOut: [
    (s, n) => `It was decided to pause ${s}, to be revisited on 2026-0${1 + (n % 5)}-12.`,
    (s, n) => `We agreed to rent ${s} and to review that in 2026-0${1 + (n % 5)}.`,
    (s, n) => `Decision: buy ${s} instead of building it, to be reconsidered by 2026-0${1 + (n % 5)}-28.`,
  ],
};

/** A proposal that nobody has decided. */
export const PROPOSALS: TemplateSet<Telling> = {
  tuned: [
    (s) => `Proposal: move ${s} to the new site.`,
    (s) => `It was proposed to replace ${s} before winter.`,
    (s) => `We suggest to lend ${s} to the museum.`,
    (s) => `Proposed: ${s} moves upstairs next month.`,
    (s) => `Mina wants to settle on ${s} later; it was suggested to wait.`,
    (s) => `Decision proposed: ${s} gets a second operator.`,
  ],
  heldOut: [
    (s) => `Proposed decision: retire ${s} next year.`,
    (s) => `We propose to split ${s} in two.`,
    (s) => `Ines suggested to decide on ${s} soon; it was proposed to keep it.`,
  ],
};

export const QUESTIONS: TemplateSet<Telling> = {
  tuned: [
    (s) => `Who pays for ${s} after the pilot?`,
    (s) => `How long does the backfill of ${s} take?`,
    (s) => `Do we need a licence for ${s}?`,
  ],
  heldOut: [
    (s) => `Which team takes over ${s}?`,
    (s) => `Why does ${s} lose readings at night?`,
    (s) => `Is ${s} covered by the insurance?`,
  ],
};

/** A sentence that names another subject as its object. */
export const MENTIONS: TemplateSet<Relating> = {
  tuned: [
    (s, other) => `${s} sends its readings to ${other}.`,
    (s, other) => `${s} uses ${other}.`,
    (s, other) => `${s} hands over to ${other}.`,
    (s, other) => `${s} gets its power from ${other}.`,
    (s, other) => `${s} depends on ${other}.`,
  ],
  heldOut: [
    (s, other) => `${s} belongs to ${other}.`,
    (s, other) => `${s} reports to ${other}.`,
    (s, other) => `${s} stores its logs in ${other}.`,
  ],
};

/** The only statement about a subject. */
export const SINGLE_FACTS: TemplateSet<Telling> = {
  tuned: [
    (s) => `${s} fell off the truck.`,
    (s) => `${s} keeps two keys.`,
    (s) => `${s} was installed in spring.`,
    (s) => `${s} needs a yearly check.`,
  ],
  heldOut: [(s) => `${s} came with the building.`, (s) => `${s} has two power supplies.`],
};

/** The same statement about subjects in several regions. */
export const SHARED: TemplateSet<Relating> = {
  tuned: [
    (s, what) => `${s} depends on the ${what} cluster.`,
    (s, what) => `${s} is maintained by ${what} Partners.`,
    (s, what) => `${s} rents desks at the ${what} hall.`,
    (s, what) => `${s} takes its water from ${what} Works.`,
  ],
  heldOut: [
    (s, what) => `${s} buys parts from ${what} Supply.`,
    (s, what) => `${s} stores backups at the ${what} vault.`,
  ],
};

/** Filler of notes: facts that contradict nothing, with each subject and place used once. */
export const FILLERS: readonly Telling[] = [
  (s, n) => `${s} has ${2 + (n % 90)} sensors along the eastern wall.`,
  (s, n) => `The first inspection of ${s} took ${1 + (n % 9)} hours.`,
  (s) => `${s} was painted before the storm season.`,
  (s) => `Readings of ${s} are kept in the yearly report.`,
  (s, n) => `${person(n)} visited ${s} with the auditors.`,
  (s) => `The manual of ${s} lies in the second drawer.`,
  (s, n) => `${s} holds ${10 + (n % 70)} spare parts.`,
  (s) => `Nobody has touched ${s} since the flood.`,
  (s) => `${s} hums when the wind turns north.`,
  (s, n) => `The crew of ${s} met on pier ${n} and discussed the route.`,
  (s) => `Old photographs of ${s} hang in the hall.`,
  (s, n) => `${s} went through ${1 + (n % 6)} repairs last year.`,
];
