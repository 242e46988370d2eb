import type { ClaimIndex } from '@memora/claims';
import { createRandom } from '../query/real-sentences.ts';
import { createVaultSet, type EvaluationSet, type JudgedSpan, type SetNote } from './evaluation-set.ts';

/**
 * Questions whose answer is in another note than the one they name: "where does the person responsible for Kestrel live?" is
 * answered in the note of that person. The vault is generated: every answer has some eighty siblings that differ only in the
 * name, so words can't tell which is meant. Names are in brackets in half of the notes. `dev` and `test` ask over different
 * relations, in different words, about different names; parameters were chosen on `dev`. `direct` asks about one note each.
 * `uncased` is `test` with names that begin with no capital, as in scripts without capitals, where only brackets mark a name.
 */
export async function createMultiHopSet(
  split: keyof typeof ASK,
  indexes: readonly ClaimIndex[],
): Promise<EvaluationSet> {
  const world = createWorld(split === 'dev' ? 11 : 23, split === 'uncased');
  const measure = split === 'direct' ? 'recall@5' : 'recall@10';
  return createVaultSet(`multi-hop ${split}`, measure, world.notes, ASK[split](world), indexes);
}

const FIRST =
  'Maren Tomas Leila Bruno Priya Jonas Amara Viktor Noor Elif Hugo Sanna Pavel Ines Kofi Rosa'.split(' ');
const LAST = 'Holt Okafor Lindqvist Varga Moreau Tanaka Reyes Petrov Haddad Nkemelu'.split(' ');
const BIRDS = 'Kestrel Heron Osprey Plover Merlin Bittern Curlew Dunlin Gannet Siskin Wigeon Avocet'.split(
  ' ',
);
const STONES = 'Basalt Granite Jasper Obsidian Marble Quartz Slate Onyx Agate Gneiss'.split(' ');
const TOWNS =
  'Aarhus Almada Bergen Brno Cork Delft Espoo Faro Gdynia Haarlem Izmir Jena Kaunas Lugano Malaga Nantes'.split(
    ' ',
  );
const HOUSES = 'Brothers Works Trading Supply Partners'.split(' ');

interface World {
  readonly notes: readonly SetNote[];
  readonly people: readonly string[];
  readonly projects: readonly Project[];
  readonly parts: readonly Part[];
  readonly teams: readonly { readonly name: string; readonly lead: string }[];
  readonly suppliers: readonly string[];
}
interface Project {
  readonly name: string;
  readonly owner: string;
  readonly part: string;
}
interface Part {
  readonly name: string;
  readonly supplier: string;
}

function createWorld(seed: number, isUncased: boolean): World {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const number = (from: number, to: number) => from + Math.floor(random() * (to - from));
  const linked = (name: string) => (random() < 0.5 ? `[[${name}]]` : name);
  const pairs = (a: readonly string[], b: readonly string[], count: number) =>
    shuffle(
      a.flatMap((x) => b.map((y) => (isUncased ? `${x} ${y}`.toLowerCase() : `${x} ${y}`))),
      random,
    ).slice(0, count);
  const people = pairs(FIRST, LAST, 80);
  const suppliers = pairs(LAST, HOUSES, 40);
  const parts = pairs(STONES, ['Valve', 'Rotor', 'Gauge', 'Seal', 'Pump', 'Filter'], 60).map((name) => ({
    name,
    supplier: pick(suppliers),
  }));
  const projects = pairs(BIRDS, STONES, 80).map((name) => ({
    name,
    owner: pick(people),
    part: pick(parts).name,
  }));
  const teams = pairs(TOWNS, ['Crew', 'Desk'], 24).map((name) => ({ name, lead: pick(people) }));
  const notes = [
    ...people.map((name) => ({
      path: `people/${name}.md`,
      text: `# ${name}\n\n${name} lives in ${pick(TOWNS)}.\n\n${name} can be reached on extension ${number(1000, 9999)}.\n\n${name} joined in ${number(2001, 2024)}.\n`,
    })),
    ...projects.map(({ name, owner, part }) => ({
      path: `projects/${name}.md`,
      text: `# ${name}\n\n${name} is owned by ${linked(owner)}.\n\n${name} is built around the ${linked(part)}.\n\nThe budget of ${name} is ${number(10, 900)} thousand EUR.\n`,
    })),
    ...parts.map(({ name, supplier }) => ({
      path: `parts/${name}.md`,
      text: `# ${name}\n\nThe ${name} comes from ${linked(supplier)}.\n\nThe ${name} needs recalibration every ${number(2, 30)} weeks.\n\nThe ${name} weighs ${number(2, 80)} kg.\n`,
    })),
    ...suppliers.map((name) => ({
      path: `suppliers/${name}.md`,
      text: `# ${name}\n\n${name} keeps its warehouse in ${pick(TOWNS)}.\n\n${name} answers mail within ${number(2, 72)} hours.\n`,
    })),
    ...teams.map(({ name, lead }) => ({
      path: `teams/${name}.md`,
      text: `# ${name}\n\nThe ${name} is led by ${linked(lead)}.\n\nThe ${name} meets at ${number(8, 17)} o'clock.\n`,
    })),
  ];
  return { notes, people, projects, parts, teams, suppliers };
}

function shuffle<Item>(items: Item[], random: () => number): Item[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j] as Item, items[i] as Item];
  }
  return items;
}

function askDev(world: World): JudgedSpan[] {
  return [
    ...world.projects.map(({ name, owner }) =>
      judge(world, `Where does the person responsible for ${name} live?`, `people/${owner}.md`, 'lives in'),
    ),
    ...world.projects.map(({ name, part }) =>
      judge(
        world,
        `How often does the part that ${name} is built around need recalibration?`,
        `parts/${part}.md`,
        'needs recalibration',
      ),
    ),
  ];
}

function askTest(world: World): JudgedSpan[] {
  const supplierOf = new Map(world.parts.map(({ name, supplier }) => [name, supplier]));
  return [
    ...world.parts.map(({ name, supplier }) =>
      judge(
        world,
        `In which town is the warehouse of the company behind the ${name}?`,
        `suppliers/${supplier}.md`,
        'keeps its warehouse',
      ),
    ),
    ...world.teams.map(({ name, lead }) =>
      judge(world, `What is the extension of whoever leads the ${name}?`, `people/${lead}.md`, 'extension'),
    ),
    ...world.projects.map(({ name, owner }) =>
      judge(world, `When did the owner of ${name} join?`, `people/${owner}.md`, 'joined in'),
    ),
    ...world.projects.map(({ name, part }) =>
      judge(
        world,
        `How fast does the supplier of the part inside ${name} answer mail?`,
        `suppliers/${supplierOf.get(part)}.md`,
        'answers mail',
      ),
    ),
  ];
}

/** Questions about one note each, in the same vault, because a gain over links must cause no loss here. */
function askDirectly(world: World): JudgedSpan[] {
  return [
    ...world.people.map((name) =>
      judge(world, `In which year did ${name} join?`, `people/${name}.md`, 'joined in'),
    ),
    ...world.projects.map(({ name }) =>
      judge(world, `What is the budget of ${name}?`, `projects/${name}.md`, 'The budget'),
    ),
    ...world.parts.map(({ name }) => judge(world, `How heavy is the ${name}?`, `parts/${name}.md`, 'weighs')),
    ...world.suppliers.map((name) =>
      judge(world, `Where is the warehouse of ${name}?`, `suppliers/${name}.md`, 'keeps its warehouse'),
    ),
  ];
}

const ASK = { dev: askDev, test: askTest, uncased: askTest, direct: askDirectly } as const;

/** The line of a note with the given words is the answer. */
function judge({ notes }: World, text: string, path: string, words: string): JudgedSpan {
  const note = notes.find((each) => each.path === path);
  if (!note) throw new Error(`no note ${path}`);
  const at = note.text.indexOf(words);
  const start = note.text.lastIndexOf('\n', at) + 1;
  const end = note.text.indexOf('\n', at);
  const bytes = (to: number) => Buffer.byteLength(note.text.slice(0, to));
  return { text, path, spans: [{ start: bytes(start), end: bytes(end) }], group: 'en' };
}
