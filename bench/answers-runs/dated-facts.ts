/** Something that changed: the diary's entries about it, and how to ask for it. */
export interface DatedSubject {
  readonly key: string;
  /** Its values, each valid from its day until the next one. */
  readonly values: readonly { readonly since: string; readonly value: string }[];
  /** The diary's sentence on the day itself. */
  readonly state: (value: string) => string;
  /** `Where was the office`; a time is appended. */
  readonly past: string;
  /** `Since when is the office in Porto?` */
  readonly since: (value: string) => string;
  /** `the place of the office`, as the thing that changed. */
  readonly change: string;
}

/** The day of the questions: "last spring" is that of 2025. */
export const ASKED_ON = '2025-11-10';

/** Events that people date other things by. */
export const EVENTS = {
  merger: { day: '2024-06-03', sentence: 'The merger with Tallis was on 3 June 2024.' },
  move: { day: '2025-03-15', sentence: 'The move to Harbour Lane was on 15 March 2025.' },
} as const;

/** Things that ended, with a note about the end. */
export const STOPPED = [
  { what: 'Jenkins', day: '2025-01-20', use: 'We use Jenkins for the nightly builds.' },
  { what: 'the paper newsletter', day: '2024-09-30', use: 'We use the paper newsletter to reach members.' },
  { what: 'Slack', day: '2024-04-12', use: 'We use Slack for all chats.' },
  { what: 'the diesel van', day: '2025-08-01', use: 'We use the diesel van for deliveries.' },
  { what: 'the old booking form', day: '2023-12-05', use: 'We use the old booking form for guests.' },
] as const;

export const SUBJECTS: readonly DatedSubject[] = [
  {
    key: 'office',
    values: [
      { since: '2023-02-14', value: 'Lisbon' },
      { since: '2024-01-22', value: 'Porto' },
      { since: '2025-08-11', value: 'Braga' },
    ],
    state: (value) => `The office is in ${value}.`,
    past: 'Where was the office',
    since: (value) => `Since when is the office in ${value}?`,
    change: 'the place of the office',
  },
  {
    key: 'lead',
    values: [
      { since: '2023-01-09', value: 'Mara Lindqvist' },
      { since: '2024-02-05', value: 'Tomas Brandt' },
      { since: '2025-07-07', value: 'Ines Duarte' },
    ],
    state: (value) => `${value} leads Kestrel.`,
    past: 'Who led Kestrel',
    since: (value) => `Since when does ${value} lead Kestrel?`,
    change: 'the lead of Kestrel',
  },
  {
    key: 'database',
    values: [
      { since: '2023-03-06', value: 'SQLite' },
      { since: '2024-02-19', value: 'Postgres' },
      { since: '2025-09-01', value: 'CockroachDB' },
    ],
    state: (value) => `Kestrel stores its data in ${value}.`,
    past: 'Which database did Kestrel use',
    since: (value) => `Since when does Kestrel store its data in ${value}?`,
    change: 'the database of Kestrel',
  },
  {
    key: 'ticket',
    values: [
      { since: '2023-01-16', value: '12 euros' },
      { since: '2024-01-08', value: '14 euros' },
      { since: '2025-06-30', value: '17 euros' },
    ],
    state: (value) => `A ticket costs ${value}.`,
    past: 'How much was a ticket',
    since: (value) => `Since when does a ticket cost ${value}?`,
    change: 'the price of a ticket',
  },
  {
    key: 'landlord',
    values: [
      { since: '2023-02-27', value: 'Mr Okafor' },
      { since: '2024-01-15', value: 'Mrs Halloran' },
      { since: '2025-07-21', value: 'the Weir family' },
    ],
    state: (value) => `Our landlord is ${value}.`,
    past: 'Who was our landlord',
    since: (value) => `Since when is ${value} our landlord?`,
    change: 'our landlord',
  },
  {
    key: 'internet',
    values: [
      { since: '2023-03-20', value: 'Northwave' },
      { since: '2024-02-12', value: 'Glasline' },
      { since: '2025-08-25', value: 'Fernet' },
    ],
    state: (value) => `Our internet provider is ${value}.`,
    past: 'Which internet provider did we have',
    since: (value) => `Since when is ${value} our internet provider?`,
    change: 'our internet provider',
  },
  {
    key: 'rent',
    values: [
      { since: '2023-03-01', value: '840 euros' },
      { since: '2024-02-01', value: '910 euros' },
      { since: '2025-07-01', value: '1050 euros' },
    ],
    state: (value) => `The rent is ${value} a month.`,
    past: 'How much was the rent',
    since: (value) => `Since when is the rent ${value} a month?`,
    change: 'the rent',
  },
  {
    key: 'crew',
    values: [
      { since: '2023-02-06', value: 'six people' },
      { since: '2024-01-29', value: 'nine people' },
      { since: '2025-09-15', value: 'thirteen people' },
    ],
    state: (value) => `The crew of Kestrel is ${value}.`,
    past: 'How many people were the crew of Kestrel',
    since: (value) => `Since when is the crew of Kestrel ${value}?`,
    change: 'the size of the crew of Kestrel',
  },
  {
    key: 'review',
    values: [
      { since: '2023-01-23', value: 'Tuesdays' },
      { since: '2024-02-26', value: 'Thursdays' },
      { since: '2025-06-16', value: 'Mondays' },
    ],
    state: (value) => `The review meeting is on ${value}.`,
    past: 'On which day was the review meeting',
    since: (value) => `Since when is the review meeting on ${value}?`,
    change: 'the day of the review meeting',
  },
  {
    key: 'dentist',
    values: [
      { since: '2023-03-13', value: 'Dr Lima' },
      { since: '2024-01-03', value: 'Dr Sousa' },
      { since: '2025-08-18', value: 'Dr Petrov' },
    ],
    state: (value) => `Our dentist is ${value}.`,
    past: 'Who was our dentist',
    since: (value) => `Since when is ${value} our dentist?`,
    change: 'our dentist',
  },
];

/** Other entries of a diary with the same words. */
export const ASIDES = [
  'It rained all day.',
  'The office plants need water.',
  'Somebody left a bicycle in the hall.',
  'Kestrel was slow in the morning.',
  'The ticket machine was out of order.',
  'We had soup for lunch.',
  'The internet was down for an hour.',
  'The crew sang on the way home.',
  'Nobody wrote the minutes.',
  'The meeting took too long.',
  'The printer is out of paper.',
  'The neighbours painted their fence.',
] as const;
