import type { ClaimIndex } from '@memora/claims';
import { type FeedbackStore, openFeedbackStore, type Retriever } from '@memora/retrieval';
import { createRandom } from '../query/real-sentences.ts';
import { createVaultSet, type EvaluationSet, type Judged, type JudgedSpan } from './evaluation-set.ts';

/** Questions that somebody asked in sequence. */
export type Session = readonly string[];

/** A set with the questions that were asked before it. */
export interface UsedSet extends EvaluationSet {
  readonly sessions: readonly Session[];
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The number of a question's results that are cited. */
const CITED = 2;

/**
 * Asks the questions of sessions and records the retriever's own first results, right or wrong: it is not
 * told which claims answer. Sessions are a day apart.
 */
export async function learnFrom(sessions: readonly Session[], retriever: Retriever): Promise<FeedbackStore> {
  let clock = Date.parse('2026-01-01T09:00:00Z');
  const use = openFeedbackStore({ path: ':memory:', now: () => clock });
  for (const session of sessions) {
    clock += DAY;
    for (const question of session) {
      clock += MINUTE;
      const { hits } = await retriever.query(question, { k: CITED });
      use.record(hits.map(({ claim }) => claim));
    }
  }
  return use;
}

/** Third-party sets: the first half of the questions about each note was asked before, in one session; the second half is measured. */
export async function halveByNote(set: EvaluationSet): Promise<UsedSet> {
  const { claims } = await set.store.listClaims();
  const noteById = new Map<string, string>(claims.map(({ id, notePath }) => [id, notePath]));
  const groupOf = ({ relevant }: Judged) => noteById.get([...relevant][0] ?? '') ?? '';
  const groups = [...Map.groupBy(set.questions, groupOf).values()];
  const half = (list: readonly Judged[]) => Math.ceil(list.length / 2);
  return {
    ...set,
    name: `${set.name}, the second half of each note's questions`,
    sessions: groups.map((list) => list.slice(0, half(list)).map(({ text }) => text)),
    questions: groups.flatMap((list) => list.slice(half(list))),
  };
}

const BIRDS = 'Kestrel Heron Osprey Plover Merlin Bittern Curlew Dunlin Gannet Siskin'.split(' ');
const STONES = 'Basalt Granite Jasper Obsidian Marble Quartz Slate Onyx'.split(' ');
const FIRST = 'Maren Tomas Leila Bruno Priya Jonas Amara Viktor Noor Elif'.split(' ');
const LAST = 'Holt Okafor Lindqvist Varga Moreau Tanaka Reyes Petrov'.split(' ');
const TOWNS = 'Aarhus Bergen Cork Delft Espoo Faro Gdynia Haarlem'.split(' ');
/** Projects that sessions were about; nothing could be learned about the others. */
const ASKED_ABOUT = 0.6;
/** Sessions with an unrelated question in between. */
const DISTRACTED = 0.3;

/**
 * Facts that no note has and only the user knows: who sits at which desk. Projects are run from a desk, people have an
 * extension, and a person who asks for one asks for the other next. `learned` then asks over both at once, in other words;
 * `unlearned` asks the same of projects that nobody has asked about; `direct` asks about one note each. Generated so that
 * only use can help: it shows what is learned, not how often that is needed. The third-party sets show the latter.
 */
export async function createUseSet(
  split: 'learned' | 'unlearned' | 'direct',
  indexes: readonly ClaimIndex[],
): Promise<UsedSet> {
  const random = createRandom(41);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const people = FIRST.flatMap((first) => LAST.map((last) => `${first} ${last}`));
  const projects = BIRDS.flatMap((bird) => STONES.map((stone) => `${bird} ${stone}`));
  const runs = projects.map((project, i) => ({
    project,
    person: people[(i * 7 + 3) % people.length] as string,
  }));
  const notes = [
    ...runs.map(({ project }, i) => ({
      path: `projects/${project}.md`,
      text: `# ${project}\n\n${project} is run from desk ${100 + i}.\n\nThe budget of ${project} is ${10 + Math.floor(random() * 900)} thousand EUR.\n`,
    })),
    ...people.map((name) => ({
      path: `people/${name}.md`,
      text: `# ${name}\n\n${name} lives in ${pick(TOWNS)}.\n\n${name} can be reached on extension ${1000 + Math.floor(random() * 9000)}.\n`,
    })),
  ];
  const known = runs.filter(() => random() < ASKED_ABOUT);
  const sessions = known.map(({ project, person }): Session => {
    const between = random() < DISTRACTED ? [`Where does ${pick(people)} live?`] : [];
    return [`From which desk is ${project} run?`, ...between, `On which extension can ${person} be reached?`];
  });
  const lineOf = (path: string, words: string) => {
    const text = notes.find((note) => note.path === path)?.text ?? '';
    const start = text.lastIndexOf('\n', text.indexOf(words)) + 1;
    return [{ start, end: text.indexOf('\n', start) }];
  };
  const both = (about: typeof runs): JudgedSpan[] =>
    about.map(({ project, person }) => ({
      text: `How do I call whoever runs ${project}?`,
      path: `people/${person}.md`,
      spans: lineOf(`people/${person}.md`, 'extension'),
      group: 'en',
    }));
  const direct = [
    ...projects.map((project) => ({
      text: `What is the budget of ${project}?`,
      path: `projects/${project}.md`,
      spans: lineOf(`projects/${project}.md`, 'The budget'),
      group: 'en',
    })),
    ...people.map((name) => ({
      text: `Where does ${name} live?`,
      path: `people/${name}.md`,
      spans: lineOf(`people/${name}.md`, 'lives in'),
      group: 'en',
    })),
  ];
  const unknown = runs.filter((run) => !known.includes(run));
  const judged = { learned: () => both(known), unlearned: () => both(unknown), direct: () => direct }[
    split
  ]();
  const measure = split === 'direct' ? 'recall@5' : 'recall@10';
  const set = await createVaultSet(`use, ${split}`, measure, notes, judged, indexes);
  return { ...set, sessions };
}
