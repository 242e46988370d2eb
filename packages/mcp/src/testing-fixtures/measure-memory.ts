import { fileURLToPath } from 'node:url';

/** The memory report of a process with {@link MEASURED}, in bytes. */
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

/** The means of the first and last third of a window, in megabytes. */
type Thirds = readonly [first: number, last: number];

export interface MeasuredMemory {
  /** Seconds of the window. */
  readonly seconds: number;
  readonly resident: Thirds;
  /** The growth from the first third to the last. */
  readonly grown: number;
  /** Live memory after full garbage collections. */
  readonly lived: Thirds;
  /**
   * Its components. `other` is resident memory that is neither mapped from program files nor heap nor counted external memory: compiler, stacks, and memory
   * that `malloc` keeps.
   */
  readonly parts: Readonly<Record<keyof Omit<ToldParts, 'rss'> | 'other', Thirds>>;
}

/** Flags of a process whose memory is measured. */
export const MEASURED = [
  '--trace-gc',
  ...['--import', fileURLToPath(new URL('tell-memory.mjs', import.meta.url))],
];
const COLLECTED = /(?:Mark-Compact|Mark-sweep).*? -> ([\d.]+) \(/u;
const MEGABYTE = 1e6;
/** In V8's own log lines. */
const MEBIBYTE = 2 ** 20;

/** Reads a process's memory reports, line by line. */
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
    /** The two thirds of the reports between two moments. */
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

/** In megabytes, with one decimal. */
function mean(bytes: readonly number[]): number {
  const sum = bytes.reduce((total, each) => total + each, 0);
  return Math.round((sum / Math.max(1, bytes.length) / MEGABYTE) * 10) / 10;
}
