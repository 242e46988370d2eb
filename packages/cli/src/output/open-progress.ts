import type { Writable } from 'node:stream';
import type { IndexOptions, Memory } from '@memora/engine';
import { describeUsage } from '@memora/engine/json';
import type { CliIo } from '../cli-io.ts';
import { toOneLine } from './format/format-claim.ts';

/** The state that a progress bar shows. */
export interface ProgressState {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  /** The current item, e.g. the path of a note. */
  readonly current: string | null;
  /** The usage of a model so far, e.g. `7,000 tokens`. */
  readonly cost?: string | null;
}

/** A progress bar on stderr; `stop` removes it. */
export interface Progress extends Disposable {
  readonly update: (state: ProgressState) => void;
  /** False if nothing is drawn. */
  readonly isDrawn: boolean;
  readonly stop: () => void;
}

const REDRAW_MS = 80;

/** Opens a progress bar on a terminal; on anything else, or under `--quiet`, nothing is drawn. */
export async function openProgress(io: CliIo, options: { readonly quiet: boolean }): Promise<Progress> {
  if (io.stderr.isTTY !== true || options.quiet) {
    const nothing = () => undefined;
    return { update: nothing, isDrawn: false, stop: nothing, [Symbol.dispose]: nothing };
  }
  const { createLogUpdate } = await import('log-update');
  const draw = createLogUpdate(sized(io.stderr), { showCursor: true });
  const started = performance.now();
  let drawn = 0;
  let stopped = false;
  const stop = () => {
    if (!stopped) draw.clear();
    stopped = true;
    io.signal.removeEventListener('abort', sayStopping);
  };
  // Work in progress is finished or undone first, which may take a moment.
  const sayStopping = () => {
    stop();
    io.stderr.write('stopping …\n');
  };
  io.signal.addEventListener('abort', sayStopping, { once: true });
  return {
    update: (state) => {
      const now = performance.now();
      if (stopped || (now - drawn < REDRAW_MS && state.done < state.total)) return;
      drawn = now;
      draw(formatProgress(state, (now - started) / 1000, io.stderr.columns || 80));
    },
    isDrawn: true,
    stop,
    [Symbol.dispose]: stop,
  };
}

/** A terminal of unknown size reports 0 rows and columns; nothing would be drawn on it. */
function sized(stream: CliIo['stderr']): Writable {
  const shown = {
    isTTY: true,
    write: (text: string) => stream.write(text),
    get rows() {
      return stream.rows || 24;
    },
    get columns() {
      return stream.columns || 80;
    },
  };
  return shown as unknown as Writable;
}

/**
 * Shows the progress of indexing. A path is shown once its note is known not to be secret; if the name lookup
 * fails, no path is shown.
 */
export function createIndexProgress(
  { update, isDrawn }: Progress,
  nameNotes: Memory['nameNotes'],
): NonNullable<IndexOptions['onProgress']> {
  let current: string | null = null;
  let isNaming = false;
  let named = 0;
  const name = async (path: string): Promise<void> => {
    isNaming = true;
    named = performance.now();
    current = await nameNotes([path]).then(
      (nameOf) => nameOf(path),
      () => null,
    );
    isNaming = false;
  };
  return ({ phase, done, total, notePath, usage }) => {
    const isDue = isDrawn && !isNaming && performance.now() - named >= REDRAW_MS;
    if (isDue && notePath !== null) void name(notePath);
    update({
      label: phase === 'scan' ? 'reading' : 'indexing',
      done,
      total,
      current,
      cost: usage === null ? null : describeUsage(usage),
    });
  };
}

/** One line of at most `columns` characters: bar, counts, rate, time left, and the current item. */
export function formatProgress(state: ProgressState, seconds: number, columns: number): string {
  const { done, total, label } = state;
  const share = total === 0 ? 0 : Math.min(1, done / total);
  const width = Math.max(10, Math.min(30, columns - 60));
  const filled = Math.round(share * width);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
  const rate = seconds > 0.5 ? done / seconds : null;
  const left = rate !== null && rate > 0 && done < total ? Math.ceil((total - done) / rate) : null;
  const facts = [
    `${done}/${total}`,
    rate === null ? null : `${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`,
    left === null ? null : `${formatSeconds(left)} left`,
    state.cost ?? null,
  ].filter((fact) => fact !== null);
  const head = `${label} ${bar} ${facts.join(' · ')}`;
  const room = columns - head.length - 4;
  if (state.current === null || room < 12) return head.slice(0, columns - 1);
  const name = toOneLine(state.current);
  const current = name.length > room ? `…${name.slice(1 - room)}` : name;
  return `${head} · ${current}`;
}

function formatSeconds(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
