import { sealTurn } from '@memora/conversations';
import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import { appendToFile, placeIn, readPlainText } from '@memora/privacy/files';
import type { Vault } from '@memora/vault';
import { checkSum, type OpenLearningLog } from '../learning/open-learning-log.ts';
import { memoryError } from '../memory-error.ts';
import { toStatement } from '../remember/to-statement.ts';
import { waitForLock } from './wait-for-lock.ts';

/** The parts of an open agent memory that daily notes need. */
export interface DailyPorts {
  readonly memory: Pick<Memory, 'indexNotes'>;
  readonly vault: Pick<Vault, 'readNote' | 'replaceNote' | 'root'>;
  /** With a `/` at its end, or empty. */
  readonly root: string;
  readonly now: () => Date;
  /** The user's time zone, such as `Europe/Lisbon`; undefined for the system's. */
  readonly timeZone: string | undefined;
  readonly log: OpenLearningLog;
}

/** Writes one session's entries into the daily notes. */
interface DailyNotes {
  /** Adds a line below the session's heading, or below `Learned`, in the daily note; existing text is not changed. */
  readonly append: (text: string, options?: { readonly learned?: boolean }) => Promise<void>;
  /** Adds the end time to the session's headings. A heading that somebody has edited stays as it is. */
  readonly end: () => Promise<void>;
}

/** The heading of a session that has not ended. */
interface OpenHeading {
  readonly path: string;
  readonly text: string;
}

const LONGEST_LINE = 4_000;
const LEARNED = '## Learned';
const HEADING = /^## .*$/gmu;
const NUMBER = /^## Session (\d{1,6}) \(/gmu;

/** The daily notes of one session, in the configured time zone. Writes nothing until there is an entry. */
export function openDailyNotes({
  memory,
  vault,
  root,
  now,
  timeZone,
  log,
  batch,
}: DailyPorts & { readonly batch: string }): DailyNotes {
  const open = new Map<string, OpenHeading>();
  return {
    append: async (text, { learned = false } = {}) => {
      const line = typeof text === 'string' ? toStatement(text) : '';
      if (line === '' || line.length > LONGEST_LINE)
        throw memoryError(
          'MEMORY_INVALID',
          'The line for the note of the day is empty or too long.',
          'Say it in a sentence or two.',
        );
      const { day, time } = localTime(now(), timeZone);
      const path = `${root}episodic/daily/${day}.md`;
      const { text: sealed } = sealTurn({ role: 'assistant', text: line }, { hidesCredentials: true });
      {
        await using _lock = await waitForLock(vault.root, 'daily');
        const standing = readPlainText(placeIn(vault.root, path)) ?? '';
        const heading = learned ? LEARNED : headingOf(standing, open.get(day)?.text, time);
        const isLast = standing.match(HEADING)?.at(-1) === heading;
        if (!learned) open.set(day, { path, text: heading });
        const entry = learned ? `- ${sealed}\n` : `- ${time} ${sealed}\n`;
        log.append({
          batch,
          operation: 'memory_updated',
          notes: [`daily_${day}`],
          sum: checkSum(batch, new TextEncoder().encode(entry.trimEnd())),
          code: 'daily_line',
        });
        appendToFile(placeIn(vault.root, path), `${isLast ? '' : `\n${heading}\n`}${entry}`, {
          mode: 0o644,
          header: `---\nid: daily_${day}\ntype: episodic\nsource: agent\nprivacy: private\n---\n# ${day}\n`,
          onOwnLine: true,
          flush: true,
        });
      }
      await memory.indexNotes([path]);
    },
    end: async () => {
      const { time } = localTime(now(), timeZone);
      for (const { path, text } of open.values()) {
        await using _lock = await waitForLock(vault.root, 'daily');
        const bytes = await vault.readNote(path).catch(() => null);
        const standing = bytes === null ? '' : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
        const closed = standing.replaceAll(`${text}\n`, `${text.slice(0, -1)}${time})\n`);
        if (bytes === null || closed === standing) continue;
        try {
          await vault.replaceNote(path, bytes, new TextEncoder().encode(closed));
          await memory.indexNotes([path]);
        } catch (error) {
          // Somebody is editing the note; their version stays.
          if (!MemoraError.isInstance(error) || error.code !== 'NOTE_CHANGED') throw error;
        }
      }
      open.clear();
    },
  };
}

/** The session's heading in this note, or a new one. */
function headingOf(standing: string, own: string | undefined, time: string): string {
  if (own !== undefined && standing.includes(`${own}\n`)) return own;
  const numbers = [...standing.matchAll(NUMBER)].map(([, number]) => Number(number));
  return `## Session ${Math.max(0, ...numbers) + 1} (${time}-)`;
}

/** The date and time of an instant in the user's time zone. */
export function localTime(
  at: Date,
  timeZone: string | undefined,
): { readonly day: string; readonly time: string } {
  if (timeZone === undefined) {
    // The system's zone needs no time zone tables, which take longer to load than a hook may take.
    const two = (value: number) => String(value).padStart(2, '0');
    const year = String(at.getFullYear()).padStart(4, '0');
    return {
      day: `${year}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
      time: `${two(at.getHours())}:${two(at.getMinutes())}`,
    };
  }
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const),
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? '';
  return {
    day: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}
