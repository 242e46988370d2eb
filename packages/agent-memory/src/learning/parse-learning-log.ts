/** Operations of the memory itself, or of an agent. */
export const LEARNING_OPERATIONS = [
  'remember',
  'reinforce',
  'supersede',
  'contest',
  'merge',
  'expire',
  'move',
  'refresh',
  'import',
  'sync',
  'rollback',
  'memory_updated',
] as const;

/** One of {@link LEARNING_OPERATIONS}. */
export type LearningOperation = (typeof LEARNING_OPERATIONS)[number];

/** One operation: `- <time> <batch> <operation> note:<id> … : <code>`. It contains no memory text. */
export interface LearningEntry {
  /** ISO 8601 instant. */
  readonly time: string;
  /** One session, consolidation, import, sync or rollback. */
  readonly batch: string;
  readonly operation: LearningOperation;
  /** The note that was changed, then those that decided how. */
  readonly notes: readonly string[];
  /** Memories that the session was shown since its last entry: `shown:<id>`. */
  readonly shown: readonly string[];
  /** The memory that, according to the caller, it replaces: `asked:<id>`. */
  readonly asked: string | null;
  /** The `checkSum` of the first note as it was written; null if nothing was written. */
  readonly sum: string | null;
  readonly code: string;
}

/** An entry with its line. */
export interface ReadLearningEntry extends LearningEntry {
  /** 1-based line of the file. */
  readonly line: number;
}

/** A line that looks like an entry and can't be parsed. */
export interface LearningProblem {
  readonly line: number;
  readonly code: 'LEARNING_SHAPE';
}

/** The result of {@link parseLearningLog}. */
export interface LearningLog {
  readonly entries: readonly ReadLearningEntry[];
  readonly problems: readonly LearningProblem[];
}

const ENTRY =
  /^- (?<time>\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z) (?<batch>[a-z]{3,4}_[0-9a-z]{12}) (?<operation>[a-z_]+)(?<words>(?: (?:note|shown|asked|sum):[0-9A-Za-z_-]+)*) : (?<code>[a-z_]+)$/u;

/** Parses the text of `_learning.md`. Never throws: a damaged line becomes a problem with its number, and the rest counts. */
export function parseLearningLog(text: string): LearningLog {
  const entries: ReadLearningEntry[] = [];
  const problems: LearningProblem[] = [];
  for (const [index, raw] of text.split(/\r\n|\r|\n/u).entries()) {
    const line = index + 1;
    if (!/^\s*[-*+]\s/u.test(raw)) continue;
    const groups = ENTRY.exec(raw.trimEnd())?.groups;
    const operation = LEARNING_OPERATIONS.find((name) => name === groups?.['operation']);
    if (groups === undefined || operation === undefined || Number.isNaN(Date.parse(groups['time'] ?? ''))) {
      problems.push({ line, code: 'LEARNING_SHAPE' });
      continue;
    }
    const { time = '', batch = '', words = '', code = '' } = groups;
    const named = (name: string): string[] =>
      words.split(' ').flatMap((word) => (word.startsWith(`${name}:`) ? [word.slice(name.length + 1)] : []));
    const [sum = null] = named('sum');
    const [asked = null] = named('asked');
    entries.push({
      ...{ time, batch, operation, notes: named('note'), shown: named('shown') },
      ...{ asked, sum, code, line },
    });
  }
  return { entries, problems };
}

/** The line of an entry, with its line feed. */
export function formatLearningEntry(entry: LearningEntry): string {
  const { time, batch, operation, notes, shown, asked, sum, code } = entry;
  const words = [
    ...notes.map((id) => ` note:${id}`),
    ...shown.map((id) => ` shown:${id}`),
    ...(asked === null ? [] : [` asked:${asked}`]),
    ...(sum === null ? [] : [` sum:${sum}`]),
  ].join('');
  return `- ${time} ${batch} ${operation}${words} : ${code}\n`;
}
