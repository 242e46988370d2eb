import { ASIDES, ASKED_ON, type DatedSubject, EVENTS, STOPPED, SUBJECTS } from './dated-facts.ts';
import type { AnswerHalf, GoldText } from './read-questions.ts';

/** A question with a time in words. */
export interface DatedQuestion {
  readonly id: string;
  readonly template: string;
  readonly half: AnswerHalf;
  readonly question: string;
  readonly gold: readonly GoldText[];
  /** Values of another time. Showing one of them first answers a different question. */
  readonly otherValues: readonly string[];
  readonly value: string;
  /** The time that the question is about: its days, the last one excluded; null for an open end, and absent if the question asks for the time. */
  readonly about: { readonly from: string | null; readonly until: string | null } | null;
}

/** A question about all values of something in sequence. */
export interface HistoryQuestion {
  readonly id: string;
  readonly template: string;
  readonly half: AnswerHalf;
  readonly question: string;
  /** The oldest first. */
  readonly values: readonly string[];
}

/** A small diary in dated notes with questions about it; always the same. */
export interface DatedVault {
  readonly notes: readonly { readonly path: string; readonly text: string }[];
  readonly questions: readonly DatedQuestion[];
  readonly histories: readonly HistoryQuestion[];
}

type Asked = Pick<DatedQuestion, 'question' | 'about'> & {
  readonly subject: DatedSubject;
  readonly day: string;
};

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const PER_TEMPLATE = 5;

export function generateDatedVault(): DatedVault {
  return { notes: writeNotes(), questions: askTimes(), histories: askHistories() };
}

/** Every second template is held out with all its questions, so their wordings were never seen. */
function halfOf(template: number): AnswerHalf {
  return template % 2 === 0 ? 'dev' : 'held-out';
}

/** Five different ones per template, others for the next one. */
function subjectOf(template: number, n: number): DatedSubject {
  return pick(SUBJECTS, template * 3 + n * 7);
}

/** Questions by template: the question about a subject, and the day on which its answer was valid. */
const TEMPLATES: readonly (readonly [name: string, ask: (subject: DatedSubject, n: number) => Asked])[] = [
  [
    'in a month',
    (s, n) =>
      inside(s, pick(['2023-05', '2024-05', '2024-11'], n), (m) => `${s.past} in ${monthInWords(m)}?`),
  ],
  [
    'on a day',
    (s, n) =>
      onDay(s, pick(['2023-06-17', '2024-07-02', '2025-02-21'], n), (d) => `${s.past} on ${dayInWords(d)}?`),
  ],
  ['at the end of a year', (s, n) => endOfYear(s, pick(['2023', '2024'], n))],
  [
    'in a quarter',
    (s, n) =>
      inQuarter(
        s,
        pick(
          [
            ['2023', 2],
            ['2024', 3],
            ['2024', 4],
          ] as const,
          n,
        ),
        n,
      ),
  ],
  ['last season', (s, n) => lastSeason(s, pick(['spring', 'winter'] as const, n))],
  [
    'last month by name',
    (s, n) => inside(s, pick(['2024-12', '2025-05', '2025-04'], n), (m) => `${s.past} last ${nameOf(m)}?`),
  ],
  ['before an event', (s, n) => beside(s, pick(['merger', 'move'] as const, n), 'before')],
  ['after an event', (s, n) => beside(s, pick(['move', 'merger'] as const, n), 'after')],
  ['when did it stop', (s) => ({ subject: s, day: ASKED_ON, question: '', about: null })],
  ['since when', (s, n) => sinceWhen(s, pick([1, 2], n))],
  [
    'so long ago',
    (s, n) =>
      soLongAgo(
        s,
        pick(
          [
            ['2024-11-10', 'a year ago'],
            ['2023-11-10', 'two years ago'],
            ['2025-05-10', 'six months ago'],
          ] as const,
          n,
        ),
      ),
  ],
  [
    'as of a month in figures',
    (s, n) => inside(s, pick(['2024-09', '2023-10', '2025-03'], n), (m) => `${s.past} as of ${m}?`),
  ],
];

function askTimes(): DatedQuestion[] {
  return TEMPLATES.flatMap(([template, ask], t) =>
    Array.from({ length: PER_TEMPLATE }, (_, n): DatedQuestion => {
      const base = { id: `time-${t + 1}-${n + 1}`, template, half: halfOf(t) };
      const stopped = STOPPED[n];
      if (template === 'when did it stop' && stopped !== undefined)
        return {
          ...base,
          question: `When did we stop using ${stopped.what}?`,
          gold: [{ note: pathOf(stopped.day), text: stopSentence(stopped) }],
          value: dayInWords(stopped.day),
          otherValues: [],
          about: null,
        };
      const { subject, day, question, about } = ask(subjectOf(t, n), n);
      const held = subject.values.findLast(({ since }) => since <= day);
      if (held === undefined) throw new Error(`${base.id} asks for a day before the first value`);
      return {
        ...base,
        question,
        gold: [{ note: pathOf(held.since), text: subject.state(held.value) }],
        value: held.value,
        otherValues: subject.values.flatMap(({ value }) => (value === held.value ? [] : [value])),
        about,
      };
    }),
  );
}

const HISTORIES: readonly ((change: string) => string)[] = [
  (change) => `How did ${change} change?`,
  (change) => `How has ${change} changed over the years?`,
  (change) => `What is the history of ${change}?`,
  (change) => `What happened to ${change} since 2023?`,
  (change) => `${change}, then and now`,
  (change) => `What was ${change}, one after the other?`,
];

function askHistories(): HistoryQuestion[] {
  return HISTORIES.flatMap((ask, t) =>
    Array.from({ length: PER_TEMPLATE }, (_, n) => {
      const { change, values } = subjectOf(t, n);
      const question = ask(change);
      const half = halfOf(t);
      return {
        id: `history-${t + 1}-${n + 1}`,
        template: ask('…'),
        half,
        question,
        values: values.map(({ value }) => value),
      };
    }),
  );
}

function inside(subject: DatedSubject, month: string, ask: (month: string) => string): Asked {
  return {
    subject,
    day: `${month}-15`,
    question: ask(month),
    about: { from: `${month}-01`, until: monthsAfter(month, 1) },
  };
}

function onDay(subject: DatedSubject, day: string, ask: (day: string) => string): Asked {
  return { subject, day, question: ask(day), about: { from: day, until: dayAfter(day) } };
}

function endOfYear(subject: DatedSubject, year: string): Asked {
  const question = `${subject.past} at the end of ${year}?`;
  return {
    subject,
    day: `${year}-12-31`,
    question,
    about: { from: `${year}-10-01`, until: `${Number(year) + 1}-01-01` },
  };
}

function inQuarter(subject: DatedSubject, [year, quarter]: readonly [string, number], n: number): Asked {
  const first = `${year}-${String(quarter * 3 - 2).padStart(2, '0')}`;
  const ordinal = ['first', 'second', 'third', 'fourth'][quarter - 1];
  const words = n % 2 === 0 ? `in Q${quarter} ${year}` : `in the ${ordinal} quarter of ${year}`;
  return {
    subject,
    day: `${first}-15`,
    question: `${subject.past} ${words}?`,
    about: { from: `${first}-01`, until: monthsAfter(first, 3) },
  };
}

function soLongAgo(subject: DatedSubject, [day, words]: readonly [string, string]): Asked {
  return onDay(subject, day, () => `${subject.past} ${words}?`);
}

/** Asked in November 2025: last spring is that year's, last winter the one before it. */
function lastSeason(subject: DatedSubject, season: 'spring' | 'winter'): Asked {
  const from = season === 'spring' ? '2025-03' : '2024-12';
  return {
    subject,
    day: `${from}-20`,
    question: `${subject.past} last ${season}?`,
    about: { from: `${from}-01`, until: monthsAfter(from, 3) },
  };
}

function beside(subject: DatedSubject, event: keyof typeof EVENTS, side: 'before' | 'after'): Asked {
  const { day } = EVENTS[event];
  return {
    subject,
    day,
    question: `${subject.past} ${side} the ${event}?`,
    about: side === 'before' ? { from: null, until: day } : { from: day, until: null },
  };
}

function sinceWhen(subject: DatedSubject, i: number): Asked {
  const { value = '', since = '' } = subject.values[i] ?? {};
  return { subject, day: since, question: subject.since(value), about: null };
}

/** One note per day, dated in one of three ways: by a property, only by its name and heading, or in the sentence. */
function writeNotes(): DatedVault['notes'] {
  const sentences = new Map<string, string[]>();
  const say = (day: string, sentence: string) =>
    sentences.set(day, [...(sentences.get(day) ?? []), sentence]);
  for (const { values, state } of SUBJECTS) for (const { since, value } of values) say(since, state(value));
  for (const { day, sentence } of Object.values(EVENTS)) say(day, sentence);
  for (const stopped of STOPPED) {
    say(stopped.day, stopSentence(stopped));
    say('2023-01-02', stopped.use);
  }
  return [...sentences]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, said], i) => {
      const [before, after] = [pick(ASIDES, i), pick(ASIDES, i * 5 + 3)];
      const body = [before, ...said, after].join(' ');
      const head = i % 3 === 1 ? '' : `---\ndate: ${day}\n---\n`;
      const intro = i % 3 === 2 ? '' : `# ${dayInWords(day)}\n\n`;
      return { path: pathOf(day), text: `${head}${intro}${body}\n` };
    });
}

function stopSentence({ what, day }: (typeof STOPPED)[number]): string {
  return `We stopped using ${what} on ${dayInWords(day)}.`;
}

function pathOf(day: string): string {
  return `diary/${day}.md`;
}

function pick<Item>(list: readonly Item[], n: number): Item {
  return list[n % list.length] as Item;
}

function nameOf(month: string): string {
  return MONTHS[Number(month.slice(5, 7)) - 1] ?? '';
}

function monthInWords(month: string): string {
  return `${nameOf(month)} ${month.slice(0, 4)}`;
}

function dayInWords(day: string): string {
  return `${Number(day.slice(8))} ${monthInWords(day)}`;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

function monthsAfter(month: string, count: number): string {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + count, 1))
    .toISOString()
    .slice(0, 10);
}
