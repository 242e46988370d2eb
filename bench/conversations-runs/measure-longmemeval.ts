import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../report.ts';
import { type Chat, findTurns, importChats } from './import-chats.ts';

interface Entry {
  readonly id: string;
  readonly conversation: readonly {
    readonly role: 'user' | 'assistant';
    readonly content: string;
    readonly date: string;
  }[];
  readonly questions: readonly { readonly id: string; readonly question: string }[];
}

interface Label {
  /** Turns that answer, by their place in the question's conversation. */
  readonly evidence: readonly number[];
  /** Turns with the value that `evidence` replaced. */
  readonly older?: readonly number[];
}

const FIRST = 5;
const FILES = ['longmemeval_oracle_sample.json', 'longmemeval_abstain_sample.json'];

/**
 * The shared sample of LongMemEval, with all of its chats in one vault. `longmemeval-evidence.json` lists the
 * turns that answer; it was written from questions, answers and chats before anything was measured.
 */
export async function measureLongMemEval(report: Report, folder: string, data: string): Promise<void> {
  const files = FILES.map((name) => join(data, 'retrieval/longmemeval', name));
  if (!files.every((file) => existsSync(file))) {
    report.note(`no test data at ${files.join(' and ')}: LongMemEval was not measured`);
    return;
  }
  const entries = files.flatMap(
    (file) => (JSON.parse(readFileSync(file, 'utf8')) as { data: readonly Entry[] }).data,
  );
  const labels = JSON.parse(
    readFileSync(new URL('./longmemeval-evidence.json', import.meta.url), 'utf8'),
  ) as Readonly<Record<string, Label>>;
  await using chats = await importChats(folder, entries.flatMap(sessionsOf));
  const rows: Record<string, string | number>[] = [];
  const counts = { found: 0, updates: 0, newerFirst: 0, silent: 0, unanswerable: 0, wronglySilent: 0 };
  for (const entry of entries) {
    const names = namesOf(entry);
    for (const { id, question } of entry.questions) {
      const label = labels[id];
      const turns = await findTurns(chats, question);
      const { abstained } = await chats.memory.ask(question, { conversations: true });
      const placeOf = (wanted: readonly number[] = []) =>
        1 + turns.findIndex((turn) => wanted.map((place) => names[place]).includes(turn));
      if (label === undefined) {
        counts.unanswerable++;
        if (abstained) counts.silent++;
      } else {
        const place = placeOf(label.evidence);
        if (place > 0 && place <= FIRST) counts.found++;
        if (abstained) counts.wronglySilent++;
        if (label.older !== undefined) {
          counts.updates++;
          const older = placeOf(label.older);
          if (place > 0 && (older === 0 || place < older)) counts.newerFirst++;
        }
      }
      rows.push({
        question: id,
        'first turn that answers': label === undefined ? '' : placeOf(label.evidence),
        'first older value': label?.older === undefined ? '' : placeOf(label.older),
        abstained: abstained ? 'yes' : 'no',
      });
    }
  }
  report.heading(`LongMemEval sample: ${rows.length} questions, all chats in one vault`);
  report.table(rows);
  const answerable = rows.length - counts.unanswerable;
  report.budget(`turn that answers among the first ${FIRST}, of ${answerable}`, counts.found, { min: 14 });
  report.budget(`newer value before the older, of ${counts.updates}`, counts.newerFirst, {
    min: counts.updates,
  });
  report.budget(`abstained where nothing answers, of ${counts.unanswerable}`, counts.silent, {
    min: counts.unanswerable,
  });
  report.budget(`abstained where something answers, of ${answerable}`, counts.wronglySilent, { max: 4 });
}

/** Each day of a conversation is a separate chat. */
function sessionsOf(entry: Entry): Chat[] {
  const names = namesOf(entry);
  const chats = new Map<string, Chat['turns'][number][]>();
  for (const [i, { role, content, date }] of entry.conversation.entries()) {
    const id = names[i]?.replace(/ \d+$/u, '') ?? '';
    const turns = chats.get(id) ?? [];
    chats.set(id, turns);
    turns.push({ role, text: content, at: toInstant(date) });
  }
  return [...chats].map(([id, turns]) => ({ id, turns }));
}

/** The name of each turn: its chat, and its place there. */
function namesOf({ id, conversation }: Entry): string[] {
  const dates = [...new Set(conversation.map(({ date }) => date))];
  const said = new Map<string, number>();
  return conversation.map(({ date }) => {
    const place = said.get(date) ?? 0;
    said.set(date, place + 1);
    return `${id}-${dates.indexOf(date)} ${place}`;
  });
}

/** `2023/05/30 (Tue) 21:48`, without a zone, as UTC. */
function toInstant(date: string): string {
  const [, day = '', time = ''] = /^([\d/]+) \(\w+\) ([\d:]+)$/u.exec(date) ?? [];
  return `${day.replaceAll('/', '-')}T${time}:00Z`;
}
