/**
 * The output of a benchmark: computed figures, the baseline next to each, and budgets that pass or fail. A
 * suite is one file `bench/<name>.ts` that exports `suite`.
 */
export interface Suite {
  readonly name: string;
  readonly run: (report: Report) => Promise<void> | void;
}

/** A bound on a figure: at most `max`, at least `min`, or both. */
export interface Budget {
  readonly max?: number;
  readonly min?: number;
  /** Printed after the figure, such as `×`, `ms` or `%`. */
  readonly unit?: string;
  /** The baseline of the figure in words, such as `2.1 s of mdast`. */
  readonly baseline?: string;
}

/** One line of a table: cell texts or numbers by column name. */
export type Row = Readonly<Record<string, string | number>>;

/** The result of one budget. */
export interface BudgetResult {
  readonly name: string;
  readonly value: number;
  readonly budget: Budget;
  readonly passed: boolean;
}

/** Collects and prints the lines of one suite. */
export interface Report {
  /** Starts a section of the output. */
  readonly heading: (title: string) => void;
  /** Prints the conditions of the figures below, or what was left out and why. */
  readonly note: (text: string) => void;
  /** Prints rows as one aligned table; every row has the same columns. */
  readonly table: (rows: readonly Row[]) => void;
  /** One figure with its baseline: `name value baseline ratio`. Returns the ratio. */
  readonly compare: (
    name: string,
    ours: Sample | number,
    baseline: { readonly name: string; readonly value: Sample | number },
    unit?: string,
  ) => number;
  /** A line that passes or fails; a figure that is not a finite number fails. Returns whether it passed. */
  readonly budget: (name: string, value: number, budget: Budget) => boolean;
  readonly results: readonly BudgetResult[];
}

/** Times of one contender in milliseconds, in the order measured. */
export interface Sample {
  readonly times: readonly number[];
  readonly median: number;
  readonly p95: number;
  readonly min: number;
}

/** The input of {@link interleave}: functions by name. A returned promise is awaited. */
export type Contenders<Name extends string> = Readonly<Record<Name, () => unknown>>;

/** Options of {@link interleave}. */
export interface InterleaveOptions {
  /** Measured rounds; each runs every contender once. Default 7. */
  readonly rounds?: number;
  /** Rounds before the measured ones. Default 1. */
  readonly warmup?: number;
  /** Measures the processor time of this process with all its threads instead of wall time, which other programs on a busy machine affect more. */
  readonly processorTime?: boolean;
  /** Runs before each single measurement, outside the clock. */
  readonly before?: (name: string) => unknown;
}

/**
 * Measures contenders in turn (a b c, b c a, c a b, …), so that a slow minute of the machine affects all of
 * them alike. Compare medians of one call only: figures of different runs are not comparable.
 */
export async function interleave<Name extends string>(
  contenders: Contenders<Name>,
  options: InterleaveOptions = {},
): Promise<Record<Name, Sample>> {
  const { rounds = 7, warmup = 1, before, processorTime = false } = options;
  const clock = processorTime ? processorClock : () => performance.now();
  const names = Object.keys(contenders) as Name[];
  const timesByName = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = -warmup; round < rounds; round++) {
    const first = ((round % names.length) + names.length) % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      await before?.(name);
      const started = clock();
      await contenders[name]();
      const time = clock() - started;
      if (round >= 0) timesByName.get(name)?.push(time);
    }
  }
  return Object.fromEntries(names.map((name) => [name, toSample(timesByName.get(name) ?? [])])) as Record<
    Name,
    Sample
  >;
}

/** Milliseconds of processor time that this process has used so far. */
function processorClock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Median, 95th percentile (nearest rank) and minimum of times in milliseconds. */
export function toSample(times: readonly number[]): Sample {
  const sorted = [...times].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median =
    sorted.length === 0
      ? Number.NaN
      : sorted.length % 2 === 1
        ? (sorted[middle] as number)
        : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
  return {
    times,
    median,
    p95: sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)] ?? Number.NaN,
    min: sorted[0] ?? Number.NaN,
  };
}

/** A report that prints through `print`, one line a call. */
export function createReport(print: (line: string) => void): Report {
  const results: BudgetResult[] = [];
  return {
    results,
    heading: (title) => print(`\n## ${title}`),
    note: (text) => print(`   ${text}`),
    table: (rows) => {
      for (const line of tableLines(rows)) print(`   ${line}`);
    },
    compare: (name, ours, baseline, unit = 'ms') => {
      const [value, base] = [numberOf(ours), numberOf(baseline.value)];
      const ratio = value / base;
      print(
        `   ${name}: ${figure(value)} ${unit} | ${baseline.name}: ${figure(base)} ${unit} | ${figure(ratio)}×`,
      );
      return ratio;
    },
    budget: (name, value, budget) => {
      const passed =
        Number.isFinite(value) && value <= (budget.max ?? Infinity) && value >= (budget.min ?? -Infinity);
      results.push({ name, value, budget, passed });
      print(
        `   ${passed ? 'PASS' : 'FAIL'} ${name}: ${figure(value)}${budget.unit ?? ''} ${boundsOf(budget)}`,
      );
      return passed;
    },
  };
}

function numberOf(value: Sample | number): number {
  return typeof value === 'number' ? value : value.median;
}

function boundsOf({ min, max, unit = '', baseline }: Budget): string {
  const bounds = [
    ...(max === undefined ? [] : [`at most ${max}${unit}`]),
    ...(min === undefined ? [] : [`at least ${min}${unit}`]),
  ];
  return `(${bounds.join(', ')}${baseline === undefined ? '' : `; against ${baseline}`})`;
}

/** Three significant digits, or whole above 1,000; never rounded across a budget by more than that. */
function figure(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(4)));
}

function tableLines(rows: readonly Row[]): string[] {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) =>
    columns.map((column) =>
      typeof row[column] === 'number' ? figure(row[column]) : String(row[column] ?? ''),
    ),
  );
  const widths = columns.map((column, i) =>
    Math.max(column.length, ...cells.map((line) => line[i]?.length ?? 0)),
  );
  const numeric = columns.map((column) => rows.every((row) => typeof row[column] === 'number'));
  const toLine = (line: readonly string[]) =>
    line
      .map((cell, i) => (numeric[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  return [toLine(columns), widths.map((width) => '-'.repeat(width)).join('  '), ...cells.map(toLine)];
}
