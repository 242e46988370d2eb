import { fileURLToPath } from 'node:url';

/** What a process with {@link MEASURED} says of its memory, in bytes. */
interface ToldParts {
  readonly rss: number;
  readonly file: number;
  readonly heapTotal: number;
  readonly heapUsed: number;
  readonly young: number;
  readonly external: number;
  readonly arrayBuffers: number;
  readonly code: number;
  readonly malloced: number;
}

/** A mean of the first third of a window and one of its last, in megabytes. */
type Thirds = readonly [first: number, last: number];

export interface MeasuredMemory {
  /** Seconds of the window. */
  readonly seconds: number;
  readonly resident: Thirds;
  /** The last third against the first. */
  readonly grown: number;
  /** What lived after whole garbage collections. */
  readonly lived: Thirds;
  /** What it is made of. `other` is what is resident and neither a page of the program's files, heap, nor counted outside of it: compiler, stacks, and what `malloc` keeps. */
  readonly parts: Readonly<Record<keyof Omit<ToldParts, 'rss'> | 'other', Thirds>>;
}

/** Flags of a process whose memory is looked into. */
export const MEASURED = [
  '--trace-gc',
  ...['--import', fileURLToPath(new URL('tell-memory.mjs', import.meta.url))],
];
const COLLECTED = /(?:Mark-Compact|Mark-sweep).*? -> ([\d.]+) \(/u;
const MEGABYTE = 1e6;
/** Of V8's own lines. */
const MEBIBYTE = 2 ** 20;

/** Listens to what a process says of its memory, line by line. */
export function measureMemory() {
  const lived: { at: number; bytes: number }[] = [];
  const told: (ToldParts & { readonly at: number })[] = [];
  return {
    hear: (line: string): void => {
      const at = performance.now();
      const collected = COLLECTED.exec(line)?.[1];
      if (collected !== undefined) lived.push({ at, bytes: Number(collected) * MEBIBYTE });
      if (line.startsWith('memory {'))
        told.push({ at, ...(JSON.parse(line.slice('memory '.length)) as ToldParts) });
    },
    /** The two thirds of what was heard between two moments. */
    between: (from: number, until: number): MeasuredMemory => {
      const thirds = <Each extends { readonly at: number }>(
        all: readonly Each[],
        of: (each: Each) => number,
      ): Thirds => {
        const third = (until - from) / 3;
        const first = all.filter(({ at }) => at >= from && at < from + third);
        const last = all.filter(({ at }) => at >= until - third && at <= until);
        return [mean(first.map(of)), mean(last.map(of))];
      };
      const part = (of: (each: ToldParts) => number) => thirds(told, of);
      const resident = part(({ rss }) => rss);
      return {
        seconds: Math.round((until - from) / 1_000),
        resident,
        grown: Math.round((resident[1] / resident[0]) * 1_000) / 1_000,
        lived: thirds(lived, ({ bytes }) => bytes),
        parts: {
          file: part(({ file }) => file),
          heapTotal: part(({ heapTotal }) => heapTotal),
          heapUsed: part(({ heapUsed }) => heapUsed),
          young: part(({ young }) => young),
          external: part(({ external }) => external),
          arrayBuffers: part(({ arrayBuffers }) => arrayBuffers),
          code: part(({ code }) => code),
          malloced: part(({ malloced }) => malloced),
          other: part(({ rss, file, heapTotal, external }) => rss - file - heapTotal - external),
        },
      };
    },
  };
}

/** In megabytes, of one decimal. */
function mean(bytes: readonly number[]): number {
  const sum = bytes.reduce((total, each) => total + each, 0);
  return Math.round((sum / Math.max(1, bytes.length) / MEGABYTE) * 10) / 10;
}
