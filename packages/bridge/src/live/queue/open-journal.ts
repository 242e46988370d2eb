import { fingerprint } from '@memora/core';
import {
  appendToFile,
  makeMemoraFolder,
  memoraPlace,
  readPlainText,
  writeWholeFile,
} from '@memora/privacy/files';

/** An operation on the remote system. */
export type BridgeOperation = 'save' | 'remove';

/** The pending write of one memory. */
export interface PendingWrite {
  readonly operation: BridgeOperation;
  /** The memory that must be written first. */
  readonly behind: string | null;
  /** How many times the remote system refused it. */
  readonly attempts: number;
  /** The time before which it is not tried, in milliseconds since 1970. */
  readonly after: number;
  /** True if it was sent and the outcome is unknown. */
  readonly isTried: boolean;
  /** Why it is no longer tried automatically. */
  readonly dead: string | null;
}

/** The remote state of one of Memora's memories. */
interface WrittenItem {
  /** Its remote id; null if unknown. */
  readonly remote: string | null;
  /** The `sumOf` the remote text; null if Memora did not write that text. */
  readonly sum: string | null;
  /** Why the remote system keeps it although it should be removed. */
  readonly refused: string | null;
  /** True if it may exist there twice. */
  readonly isDoubtful: boolean;
}

/** A memory that was imported from the remote system. */
interface PulledItem {
  readonly sum: string;
}

type Line =
  | { readonly t: 'read'; readonly line: number }
  | { readonly t: 'want'; readonly id: string; readonly op: BridgeOperation; readonly behind?: string }
  | { readonly t: 'drop'; readonly id: string }
  | { readonly t: 'try'; readonly id: string }
  | { readonly t: 'unsent'; readonly id: string }
  | {
      readonly t: 'done';
      readonly id: string;
      readonly op: BridgeOperation;
      readonly remote?: string;
      readonly sum?: string;
    }
  | { readonly t: 'later'; readonly id: string; readonly after: number; readonly n: number }
  | { readonly t: 'dead'; readonly id: string; readonly code: string }
  | { readonly t: 'again'; readonly id: string }
  | { readonly t: 'refused'; readonly id: string; readonly code: string }
  | { readonly t: 'twice'; readonly id: string }
  | { readonly t: 'pulled'; readonly of: string; readonly sum: string }
  | { readonly t: 'wait'; readonly until: number; readonly n: number };

export type JournalLine = Line;

/** A bridge's records of its writes: ids, four-digit sums and codes, never text. */
export interface BridgeJournal {
  /** The line of the learning log up to which writes were planned. */
  readonly read: () => number;
  /** In the order of the requests. */
  readonly pending: ReadonlyMap<string, PendingWrite>;
  readonly written: ReadonlyMap<string, WrittenItem>;
  readonly pulled: ReadonlyMap<string, PulledItem>;
  /** The time until which the remote system is left alone, and its consecutive failures. */
  readonly wait: () => { readonly until: number; readonly times: number };
  /** Appends lines; they are on disk when this returns. */
  readonly append: (...lines: readonly JournalLine[]) => void;
  /** Appends lines that reach the disk with the next append. */
  readonly note: (...lines: readonly JournalLine[]) => void;
}

const MOST_BYTES = 256 * 1024 * 1024;
/** If a journal has more lines than this per item, it is rewritten. */
const LINES_PER_ITEM = 8;

/** Opens the journal of a bridge. Writers hold the lock `bridge-<name>`. A line that a crash truncated is ignored. */
export async function openJournal(vaultRoot: string, name: string): Promise<BridgeJournal> {
  const place = () => memoraPlace(vaultRoot, 'bridge', `${name}.jsonl`);
  const state = createState();
  let lines = 0;
  for (const text of (readPlainText(place(), MOST_BYTES) ?? '').split('\n')) {
    const line = parse(text);
    if (line === null) continue;
    lines++;
    state.apply(line);
  }
  if (lines > 1_000 + LINES_PER_ITEM * (state.written.size + state.pending.size + state.pulled.size)) {
    makeMemoraFolder(vaultRoot);
    await writeWholeFile(place(), render(state.toLines()), { mode: 0o600 });
  }
  return {
    read: state.read,
    pending: state.pending,
    written: state.written,
    pulled: state.pulled,
    wait: state.wait,
    append: (...added) => add(added, true),
    note: (...added) => add(added, false),
  };

  function add(added: readonly JournalLine[], flush: boolean): void {
    if (added.length === 0) return;
    makeMemoraFolder(vaultRoot);
    appendToFile(place(), render(added), { onOwnLine: true, flush });
    for (const line of added) state.apply(line);
  }
}

const encoder = new TextEncoder();

/** Four hex digits of a text's hash: enough to notice a change, too few to guess the text. */
export function sumOf(id: string, text: string): string {
  return fingerprint(encoder.encode(`${id}\n${text}`)).slice(0, 4);
}

/** The journal's name for a remote id, which may contain text. */
export function nameOfRemote(id: string): string {
  return fingerprint(encoder.encode(id)).slice(0, 16);
}

const NOTHING: WrittenItem = { remote: null, sum: null, refused: null, isDoubtful: false };

function createState() {
  const pending = new Map<string, PendingWrite>();
  const written = new Map<string, WrittenItem>();
  const pulled = new Map<string, PulledItem>();
  let read = 0;
  let wait = { until: 0, times: 0 };
  const change = (id: string, given: Partial<PendingWrite>) => {
    const known = pending.get(id);
    if (known !== undefined) pending.set(id, { ...known, ...given });
  };
  const note = (id: string, given: Partial<WrittenItem>) =>
    written.set(id, { ...(written.get(id) ?? NOTHING), ...given });
  const apply = (line: Line): void => {
    switch (line.t) {
      case 'read':
        read = line.line;
        return;
      case 'want': {
        const isTried = pending.get(line.id)?.isTried === true;
        // The latest request goes last.
        pending.delete(line.id);
        const { op: operation, behind = null } = line;
        pending.set(line.id, { operation, behind, attempts: 0, after: 0, isTried, dead: null });
        return;
      }
      case 'drop':
        pending.delete(line.id);
        return;
      case 'try':
      case 'unsent':
        change(line.id, { isTried: line.t === 'try' });
        return;
      case 'done':
        pending.delete(line.id);
        wait = { until: 0, times: 0 };
        note(line.id, {
          remote: line.op === 'remove' ? null : (line.remote ?? null),
          sum: line.op === 'remove' ? null : (line.sum ?? ''),
          refused: null,
        });
        return;
      case 'later':
        change(line.id, { after: line.after, attempts: line.n });
        return;
      case 'dead':
        change(line.id, { dead: line.code });
        return;
      case 'again':
        change(line.id, { dead: null, after: 0, attempts: 0 });
        return;
      case 'refused':
        pending.delete(line.id);
        note(line.id, { refused: line.code });
        return;
      case 'twice':
        note(line.id, { isDoubtful: true });
        return;
      case 'pulled':
        pulled.set(line.of, { sum: line.sum });
        return;
      case 'wait':
        wait = { until: line.until, times: line.n };
    }
  };
  const toLines = (): Line[] => [
    { t: 'read', line: read },
    ...[...written].flatMap(([id, { remote, sum, refused, isDoubtful }]): Line[] => [
      ...(sum === null && refused === null
        ? []
        : [{ t: 'done', id, op: 'save', ...(remote === null ? {} : { remote }), sum: sum ?? '' } as const]),
      ...(refused === null ? [] : [{ t: 'refused', id, code: refused } as const]),
      ...(isDoubtful ? [{ t: 'twice', id } as const] : []),
    ]),
    ...[...pending].flatMap(([id, { operation: op, behind, attempts, after, isTried, dead }]): Line[] => [
      { t: 'want', id, op, ...(behind === null ? {} : { behind }) },
      ...(isTried ? [{ t: 'try', id } as const] : []),
      ...(attempts > 0 || after > 0 ? [{ t: 'later', id, after, n: attempts } as const] : []),
      ...(dead === null ? [] : [{ t: 'dead', id, code: dead } as const]),
    ]),
    ...[...pulled].map(([of, { sum }]): Line => ({ t: 'pulled', of, sum })),
    { t: 'wait', until: wait.until, n: wait.times },
  ];
  return { pending, written, pulled, read: () => read, wait: () => wait, apply, toLines };
}

function render(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function parse(text: string): Line | null {
  try {
    const line = JSON.parse(text) as Line;
    return typeof line === 'object' && line !== null && typeof line.t === 'string' ? line : null;
  } catch {
    return null;
  }
}
