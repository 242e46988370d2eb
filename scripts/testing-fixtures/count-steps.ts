import { Session } from 'node:inspector/promises';

/** Counts the steps of code in a unit that does not depend on load, clock or machine. */
export interface StepCounter extends AsyncDisposable {
  /** JavaScript blocks that the work ran, and characters, bytes and elements that built-in functions processed for it. */
  readonly count: (work: () => unknown) => Promise<number>;
}

/**
 * Starts counting. Code that was loaded before is counted only by functions, so import the code to be counted
 * afterwards. The steps inside one pattern match are not counted, only the distance that it covered.
 */
export async function countSteps(): Promise<StepCounter> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  let native = 0;
  const charge: Charge = (steps) => {
    native += steps;
  };
  const undo = [watchPatterns(charge), ...watchTexts(charge), ...watchLists(charge)];
  return {
    // Since the last count, only a few steps of the caller ran. Resetting the counters first would double the time.
    count: async (work) => {
      native = 0;
      await work();
      const counted = native;
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const ranges = result
        .filter(({ url }) => !OURS_TO_LEAVE.test(url))
        .flatMap(({ functions }) => functions.flatMap((each) => each.ranges));
      return ranges.reduce((sum, { count }) => sum + count, counted);
    },
    [Symbol.asyncDispose]: async () => {
      for (const restore of undo) restore();
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

/** The test runner, Node itself and this file. */
const OURS_TO_LEAVE = /^node:|\/node_modules\/(?:@vitest|vite|vitest)\/|\/count-steps\.ts$/u;

type Charge = (steps: number) => void;
type Restore = () => void;
interface Measured {
  readonly length: number;
}
type Method = (this: Measured, ...args: unknown[]) => unknown;

/** Once `exec` is replaced, every use of a pattern calls it. */
function watchPatterns(charge: Charge): Restore {
  const { exec } = RegExp.prototype;
  return replace(RegExp.prototype, 'exec', function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    if (match !== null) charge(match.index + match[0].length - from + 1);
    else charge(this.sticky ? 1 : Math.max(0, String(text).length - from) + 1);
    return match;
  });
}

/** Slices are left out because V8 makes them views. */
function watchTexts(charge: Charge): Restore[] {
  const names = 'indexOf lastIndexOf normalize split toLowerCase toUpperCase trim trimEnd trimStart';
  return [
    ...names.split(' ').map((name) => watch(String.prototype, name, charge)),
    watchIncludes(String.prototype, charge),
  ];
}

function watchLists(charge: Charge): Restore[] {
  const arrays = 'concat indexOf join reverse shift slice splice unshift';
  return [
    ...arrays.split(' ').map((name) => watch(Array.prototype, name, charge)),
    ...['fill', 'indexOf', 'set', 'slice'].map((name) => watch(TYPED_ARRAY, name, charge)),
    ...['indexOf', 'toString'].map((name) => watch(Buffer.prototype, name, charge)),
    ...[Array.prototype, TYPED_ARRAY, Buffer.prototype].map((owner) => watchIncludes(owner, charge)),
    watch(TextEncoder.prototype, 'encode', charge),
    watch(TextDecoder.prototype, 'decode', charge),
  ];
}

const TYPED_ARRAY = Object.getPrototypeOf(Uint8Array.prototype) as object;
/** The originals of the functions that are replaced. */
const ORIGINALS = new Map(
  [String.prototype, Array.prototype, TYPED_ARRAY, Buffer.prototype].map((owner) => [
    owner,
    { includes: Reflect.get(owner, 'includes'), indexOf: Reflect.get(owner, 'indexOf') },
  ]),
);

function watch(owner: object, name: string, charge: Charge): Restore {
  const original = (owner as Record<string, Method>)[name] as Method;
  return replace(owner, name, function (this: Measured, ...args: unknown[]) {
    const { length } = this;
    const result = original.apply(this, args);
    charge(costOf(name, length, args, result));
    return result;
  });
}

/** Finds where a match was by searching again. */
function watchIncludes(owner: object, charge: Charge): Restore {
  const { includes, indexOf } = ORIGINALS.get(owner) as {
    readonly includes: Method;
    readonly indexOf: Method;
  };
  return replace(owner, 'includes', function (this: Measured, ...args: unknown[]) {
    const found = includes.apply(this, args) as boolean;
    charge(costOf('indexOf', this.length, args, found ? indexOf.apply(this, args) : -1));
    return found;
  });
}

/** The amount that a built-in function read or moved. */
function costOf(name: string, length: number, args: readonly unknown[], result: unknown): number {
  const at = typeof args[1] === 'number' ? args[1] : 0;
  switch (name) {
    case 'fill':
      return (typeof args[2] === 'number' ? args[2] : length) - at;
    case 'slice':
    case 'concat':
      return (result as Measured).length;
    case 'set':
    case 'encode':
    case 'decode':
      return (args[0] as Partial<Measured> | undefined)?.length ?? 0;
    // The elements after this index are moved.
    case 'splice':
      return Math.max(0, length - Number(args[0]) - (args.length > 1 ? at : length)) + args.length;
    case 'indexOf':
      return Math.max(0, (result === -1 ? length : (result as number)) - at) + 1;
    case 'lastIndexOf':
      return Math.min(args.length > 1 ? at : length, length) - (result as number);
    default:
      return length;
  }
}

function replace(owner: object, name: string, value: unknown): Restore {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value, writable: true, configurable: true, enumerable: false });
  return () => {
    if (before === undefined) Reflect.deleteProperty(owner, name);
    else Object.defineProperty(owner, name, before);
  };
}
