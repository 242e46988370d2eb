/** Three sessions: the first contains the fact that the last one's question needs. */
interface Dialogue {
  readonly sessions: readonly (readonly {
    readonly role: 'user' | 'assistant';
    readonly content: string;
  }[])[];
  readonly question: string;
  /** A word that occurs only in the fact. */
  readonly needed: string;
}

interface Words {
  readonly service: string;
  readonly other: string;
  readonly person: string;
  readonly city: string;
  readonly day: string;
  readonly number: number;
}

const SERVICES = ['Harbor', 'Atlas', 'Nordwind', 'Quill', 'Lantern', 'Mosaic', 'Tern', 'Basalt'];
const PEOPLE = ['Mara', 'Ida', 'Jonas', 'Priya', 'Tomás', 'Wen', 'Leila', 'Olu'];
const CITIES = ['Lisbon', 'Turin', 'Bergen', 'Porto', 'Gdańsk', 'Nantes', 'Utrecht', 'Split', 'Zagreb'];
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

/** A fact as people state it in passing, and their question ten days later, in other words. */
const FACTS: readonly ((words: Words) => readonly [said: string, question: string, needed: string])[] = [
  ({ service, city }) => [
    `The ${service} database runs in ${city}.`,
    `Where is the database of ${service} hosted?`,
    city,
  ],
  ({ service, city }) => [
    `We moved ${service} to the data centre in ${city}.`,
    `I need the location of ${service} for the audit form.`,
    city,
  ],
  ({ service, person }) => [
    `${person} owns the ${service} roadmap.`,
    `Who should I ask about the roadmap of ${service}?`,
    person,
  ],
  ({ service, day }) => [
    `Our ${service} deploys go out every ${day} morning.`,
    `When can I expect the next ${service} deploy?`,
    day,
  ],
  ({ service, number }) => [
    `The API of ${service} listens on port ${number}.`,
    `Write a health check for the ${service} API.`,
    String(number),
  ],
  ({ person, city }) => [
    `My colleague ${person} works from ${city}.`,
    `Book a room near ${person} for next week.`,
    city,
  ],
  ({ person, number }) => [
    `My daughter ${person} is allergic to ${number % 2 === 0 ? 'hazelnuts' : 'sesame'}.`,
    `Suggest a birthday cake for ${person}.`,
    number % 2 === 0 ? 'hazelnuts' : 'sesame',
  ],
  ({ service, number }) => [
    `The yearly budget of ${service} is ${number} euros.`,
    `How much money may ${service} cost this year?`,
    String(number),
  ],
  ({ number }) => [
    `I prefer ${number % 2 === 0 ? 'pnpm' : 'yarn'} over npm in TypeScript projects.`,
    'Set up a new TypeScript project for me.',
    number % 2 === 0 ? 'pnpm' : 'yarn',
  ],
  ({ city }) => [`I live in ${city} with my family.`, 'Which airport is closest to where I live?', city],
  ({ service, person }) => [
    `Remember that ${person} reviews every change to ${service}.`,
    `Who has to look at my ${service} pull request?`,
    person,
  ],
  ({ service, number }) => [
    `Our staging server for ${service} is called crane-${number}.`,
    `Copy the logs of ${service} from the staging server.`,
    `crane-${number}`,
  ],
  ({ service, number }) => [
    `We use ${number % 2 === 0 ? 'Postgres' : 'SQLite'} for ${service} because the team knows it.`,
    `Write a migration for the ${service} database.`,
    number % 2 === 0 ? 'Postgres' : 'SQLite',
  ],
  ({ person, number }) => [
    `${person}'s birthday is on 12 ${number % 2 === 0 ? 'April' : 'October'}.`,
    `When is the birthday of ${person}?`,
    number % 2 === 0 ? 'April' : 'October',
  ],
  ({ service, city }) => [
    `Der Server von ${service} steht in ${city}.`,
    `Wo steht der Server von ${service}?`,
    city,
  ],
  ({ person, service }) => [
    `${person} leitet das Team von ${service}.`,
    `Wer leitet das Team von ${service}?`,
    person,
  ],
];

const CHATTER = [
  ['Can you fix the failing test in the parser?', 'Done: the parser skipped an empty line.'],
  ['Thanks! What does this stack trace mean?', 'The pool was closed before the last query ended.'],
  ['Please rename the helper, the name is misleading.', 'Renamed in four files.'],
  ['It is raining again, I will be late.', 'No problem.'],
  ['Why is the build slow today?', 'The cache was empty after the update.'],
] as const;

/** The same dialogue for the same number. */
export function generateDialogue(number: number): Dialogue {
  const pick = (list: readonly string[], by: number) => list[(number * 7 + by) % list.length] ?? '';
  const words: Words = {
    service: pick(SERVICES, 0),
    other: pick(SERVICES, 3),
    person: pick(PEOPLE, Math.floor(number / 3)),
    city: pick(CITIES, Math.floor(number / 2)),
    day: pick(DAYS, number),
    number: 4_000 + number * 37,
  };
  const fact = FACTS[number % FACTS.length];
  if (fact === undefined) throw new Error('there are no facts');
  const [said, question, needed] = fact(words);
  const talk = (from: number, ...own: readonly string[]) => {
    const pairs = [0, 1, 2].map((i) => CHATTER[(number + from + i) % CHATTER.length] ?? CHATTER[0]);
    const turns = pairs.flatMap(([user, assistant]) => [
      { role: 'user' as const, content: user },
      { role: 'assistant' as const, content: assistant },
    ]);
    return [
      ...turns.slice(0, 2),
      ...own.map((content) => ({ role: 'user' as const, content })),
      ...turns.slice(2),
    ];
  };
  const noise = [
    `The ${words.other} dashboard shows latency by region.`,
    `Our office kitchen has a new coffee machine from ${pick(['Faema', 'Rancilio'], 1)}.`,
    `${pick(PEOPLE, Math.floor(number / 3) + 4)} leads the ${words.other} support team.`,
  ];
  return {
    sessions: [talk(0, said), talk(2, ...noise), [{ role: 'user', content: question }]],
    question,
    needed,
  };
}
