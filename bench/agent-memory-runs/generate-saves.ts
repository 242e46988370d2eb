/**
 * An eager agent's saves over 32 days, in the proportions that the user of a public store of 10,134 memories published after reading
 * all of them: half restates the boot files, and one invention comes back repeatedly. Durable facts are scattered among them.
 */

/** The origin of a save in the stream. Only `durable` ones are worth keeping. */
export type SaveFamily =
  | 'durable'
  | 'boot_file'
  | 'system_dump'
  | 'invented_profile'
  | 'one_invention'
  | 'echo'
  | 'repeat'
  | 'transient'
  | 'greeting';

export interface GeneratedSave {
  readonly family: SaveFamily;
  readonly content: string;
  /** The words that the agent attributes to the user; null if it quotes nothing. Invented profiles quote words that nobody said. */
  readonly quote: string | null;
  /** The durable fact that an echo or a repetition restates; null in the other families. */
  readonly of: string | null;
}

export interface GeneratedSession {
  /** The text that the host shows the agent before anybody speaks. */
  readonly known: readonly string[];
  readonly userTurns: readonly string[];
  readonly saves: readonly GeneratedSave[];
}

export const INVENTION = 'The user prefers a formal communication style and vim keybindings everywhere.';

/** Proportions of the junk, with a sum of 1. */
const SHARES: readonly (readonly [SaveFamily, number])[] = [
  ['boot_file', 0.527],
  ['system_dump', 0.082],
  ['invented_profile', 0.052],
  ['one_invention', 668 / 10_134],
  ['echo', 0.1],
  ['repeat', 0.05],
  ['greeting', 0.03],
];

const BOOT_FILES = [
  [
    '# Agent',
    '- You are Zora, a careful coding assistant on the user’s own machine.',
    '- Prefer TypeScript with strict mode.',
    '- Commit messages use the conventional commits format.',
    '- Always run tests before committing.',
    '- Never push to the main branch without a review.',
    '- Keep every file under 250 lines.',
    '- The package manager is pnpm; npm is not used.',
    '- Ask before a command that costs money.',
  ],
  [
    '# Project',
    '- The repository is a monorepo of nine packages.',
    '- Unit tests run on vitest, browser tests on Playwright.',
    '- The staging server is reached over the office VPN only.',
    '- Releases are cut on the first Monday of a month.',
    '- Logs are structured JSON and go to stderr.',
    '- Secrets are read from the keyring, never from a file.',
    '- The database is SQLite in WAL mode.',
  ],
].map((lines) => lines.join('\n'));

const NAMES =
  'Adele Bruno Carla Dmitri Elena Farid Gudrun Hamid Ines Jarek Katya Luca Malin Noor Oskar Pilar Quentin Rania Stellan Tomoko Ulrich Valeria Wanda Ximena Yusuf'.split(
    ' ',
  );
const CITIES =
  'Aarhus Bergen Cork Dresden Essen Faro Ghent Haarlem Innsbruck Jena Kiel Leiden Malmo Nantes Oulu Porto Quimper Rostock Siena Turku Utrecht Verona Wexford Xanten York'.split(
    ' ',
  );
const FOODS =
  'peanuts shellfish lupin celery mustard sesame soy eggs gluten lactose kiwi hazelnut almond walnut cashew strawberry pineapple tomato garlic buckwheat sulphite oats barley mango peach'.split(
    ' ',
  );
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A hundred statements that a later session needs, each about a separate subject. */
export function durableFacts(): string[] {
  return NAMES.flatMap((name, index) => [
    `${name} lives in ${CITIES[index]}.`,
    `${name} is allergic to ${FOODS[index]}.`,
    `${name}'s birthday is ${MONTHS[index % 12]} ${index + 2}.`,
    `The phone extension of ${name} is ${4100 + 37 * index}.`,
  ]);
}

/** `saves` saves, ten per session, the same for the same seed. */
export function* generateSaves(saves = 2000, seed = 1): Generator<GeneratedSession> {
  const random = createRandom(seed);
  const facts = durableFacts();
  const families = shuffle(familiesOf(saves, facts.length), random);
  const said: string[] = [];
  let next = 0;
  for (let at = 0; at < families.length; at += 10) {
    const userTurns = ['Could you look at the failing test of the importer and say what is wrong with it?'];
    const session: GeneratedSave[] = [];
    for (const family of families.slice(at, at + 10)) {
      // A fact that was never saved cannot be repeated, so the first of them restate the boot files instead.
      const old = said.length === 0 ? null : pick(said, random);
      if (family === 'durable') {
        const content = facts[next++] as string;
        const isQuoted = random() < 0.5;
        if (isQuoted) userTurns.push(`By the way: ${content} Now go on, please.`);
        session.push({ family, content, quote: isQuoted ? content : null, of: null });
        said.push(content);
      } else if ((family === 'echo' || family === 'repeat') && old !== null)
        session.push({ family, content: restate(old, random), quote: null, of: old });
      else
        session.push({
          ...junkOf(family === 'echo' || family === 'repeat' ? 'boot_file' : family, random),
          of: null,
        });
    }
    yield { known: BOOT_FILES, userTurns, saves: session };
  }
}

function familiesOf(saves: number, durable: number): SaveFamily[] {
  const junk = saves - durable;
  const named = SHARES.flatMap(([family, share]) =>
    Array.from({ length: Math.round(junk * share) }, () => family),
  );
  const rest = Array.from({ length: junk - named.length }, (): SaveFamily => 'transient');
  return [...Array.from({ length: durable }, (): SaveFamily => 'durable'), ...named, ...rest];
}

function junkOf(family: SaveFamily, random: () => number): Omit<GeneratedSave, 'of'> {
  const number = Math.floor(random() * 90) + 10;
  if (family === 'boot_file') {
    const line = pick(
      BOOT_FILES.join('\n')
        .split('\n')
        .filter((text) => text.startsWith('- ')),
      random,
    ).slice(2);
    return { family, content: restate(line, random), quote: null };
  }
  if (family === 'system_dump')
    return {
      family,
      quote: null,
      content: pick(
        [
          `2026-02-${(number % 19) + 10}T14:03:${(number % 50) + 10}Z INFO heartbeat ok load=0.${number}`,
          `[cron] job nightly-sync exited with status 0 in ${number} ms`,
          `HTTP/1.1 200 OK content-length: ${number}17 x-request-id: 7f3a${number}`,
          `{"level":30,"time":17712${number},"pid":4${number},"msg":"tick"}`,
          `npm warn deprecated inflight@1.0.6 at depth ${number}`,
          `    at Object.<anonymous> (/srv/app/src/run-${number}.js:${number}:17)`,
        ],
        random,
      ),
    };
  if (family === 'invented_profile') {
    const city = pick(CITIES, random);
    const years = (number % 17) + 3;
    const content = pick(
      [
        `The user is a software developer at Google in ${city} with ${years} years of experience.`,
        `The user's name is John Doe and he is ${years + 20} years old.`,
        `The user has ${(number % 4) + 2} children and lives near ${city}.`,
        `The user studied computer science in ${city} for ${years} years.`,
      ],
      random,
    );
    return {
      family,
      content,
      quote:
        random() < 0.5
          ? content.replace('The user', 'I')
          : 'Could you look at the failing test of the importer',
    };
  }
  if (family === 'one_invention') return { family, content: INVENTION, quote: null };
  if (family === 'greeting')
    return {
      family,
      quote: null,
      content: pick(
        [
          'Hello! How can I help you today?',
          'Thanks a lot, have a nice day!',
          'You are welcome, happy to help!',
        ],
        random,
      ),
    };
  return {
    family: 'transient',
    quote: null,
    content: pick(
      [
        `The user is waiting for build ${number} to finish.`,
        `The agent is currently reading file number ${number}.`,
        `The test run is at ${number} % at the moment.`,
        'The user is tired.',
        'The user just now opened the settings page.',
        `Currently waiting for a response from the server, attempt ${number}.`,
        'The terminal is busy right now.',
      ],
      random,
    ),
  };
}

/** The same words as an agent would write them again. */
function restate(line: string, random: () => number): string {
  const bare = line.replace(/\.$/, '');
  return pick([line, bare, `${bare}!`, bare.toLowerCase(), `Remember: ${line}`, `“${bare}”`], random);
}

function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)] as T;
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}

/** A small generator (mulberry32): the same stream on every machine. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
