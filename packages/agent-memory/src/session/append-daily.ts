import { setTimeout as sleep } from 'node:timers/promises';
import { sealTurn } from '@memora/conversations';
import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import { appendToFile, placeIn } from '@memora/privacy/files';
import { acquireVaultLock, type Vault } from '@memora/vault';
import { memoryError } from '../memory-error.ts';
import { toStatement } from '../remember/to-statement.ts';

/** What the notes of days need of an open memory of an agent. */
export interface DailyPorts {
  readonly memory: Pick<Memory, 'indexNotes'>;
  readonly vault: Pick<Vault, 'root'>;
  /** With a `/` at its end, or empty. */
  readonly root: string;
  readonly now: () => Date;
  /** An IANA name such as `Europe/Lisbon`; undefined for the system's. */
  readonly timeZone: string | undefined;
}

const LONGEST_LINE = 4_000;
const PATIENCE_MS = 30_000;

/** Adds a line to the note of the day, in the one configured zone; nothing that stands there is touched. */
export async function appendDaily(
  text: string,
  { memory, vault, root, now, timeZone }: DailyPorts,
): Promise<void> {
  const line = typeof text === 'string' ? toStatement(text) : '';
  if (line === '' || line.length > LONGEST_LINE)
    throw memoryError(
      'MEMORY_INVALID',
      'The line for the note of the day is empty or too long.',
      'Say it in a sentence or two.',
    );
  const { day, time } = localTime(now(), timeZone);
  const path = `${root}episodic/daily/${day}.md`;
  const { text: sealed } = sealTurn({ role: 'assistant', text: line });
  {
    await using _lock = await waitForLock(vault.root);
    appendToFile(placeIn(vault.root, path), `- ${time} ${sealed}\n`, {
      mode: 0o644,
      header: `---\nid: daily_${day}\ntype: episodic\nsource: agent\nprivacy: private\n---\n# ${day}\n\n`,
      onOwnLine: true,
      flush: true,
    });
  }
  await memory.indexNotes([path]);
}

/** The date and time of a moment where the user is. */
export function localTime(
  at: Date,
  timeZone: string | undefined,
): { readonly day: string; readonly time: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...(timeZone === undefined ? {} : { timeZone }),
    ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const),
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? '';
  return {
    day: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}

/** Writers come one after the other, and each holds the lock for one write. */
async function waitForLock(root: string) {
  const until = performance.now() + PATIENCE_MS;
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await acquireVaultLock(root, 'daily');
    } catch (error) {
      const isBusy = MemoraError.isInstance(error) && error.code === 'VAULT_LOCKED';
      if (!isBusy || performance.now() >= until) throw error;
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}
