/**
 * Measures the work of a verification in steps instead of time: `node --conditions=memora-source
 * count-steps.ts URLs 2000` prints, as JSON, the steps for 2,000 and for ten times as many URLs in one
 * statement, and the ratio of the two text lengths. A step is one execution of a block of Memora's code, as
 * V8 counts it for coverage, or a unit or element that a built-in processes.
 */
import { Session } from 'node:inspector/promises';
import type { CitableClaim } from '../contract/citable-claim.ts';

/** Units and elements that built-ins processed, because V8's counters do not include them. */
let passed = 0;

type Sized = { readonly length: number };

function count(
  prototype: object,
  names: readonly string[],
  units: (self: Sized, given: unknown) => number,
): void {
  for (const name of names) {
    const own = Reflect.get(prototype, name) as (...args: unknown[]) => unknown;
    Reflect.set(prototype, name, function counted(this: Sized, ...args: unknown[]) {
      const given = Reflect.apply(own, this, args);
      passed += units(this, given);
      return given;
    });
  }
}

const whole = ({ length }: Sized) => length;
const made = (_: Sized, given: unknown) => (given as Sized).length;
// The start position of a search is ignored, so a search that continues is counted too high, never too low.
const untilFound = ({ length }: Sized, at: unknown) => (at === -1 ? length : (at as number));

count(String.prototype, ['includes', 'split', 'normalize', 'toLowerCase'], whole);
count(Array.prototype, ['includes', 'indexOf', 'join', 'reverse'], whole);
count(Array.prototype, ['slice', 'concat', 'splice', 'flat', 'sort'], made);
count(String.prototype, ['search'], untilFound);

const ownIndexOf = String.prototype.indexOf;
String.prototype.indexOf = function counted(text, start = 0) {
  const at = ownIndexOf.call(this, text, start);
  passed += Math.max(1, (at === -1 ? this.length : at) - Math.max(0, start));
  return at;
};

const ownExec = RegExp.prototype.exec;
RegExp.prototype.exec = function counted(text) {
  const start = this.global || this.sticky ? this.lastIndex : 0;
  const match = ownExec.call(this, text);
  const end = match === null ? (this.sticky ? start : text.length) : match.index + match[0].length;
  passed += Math.max(1, end - start);
  return match;
};

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
// Imported after the start, because code compiled before it has no counters.
const { fingerprint } = await import('@memora/core');
const { verifyCitations } = await import('../verification/verify-citations.ts');

const encoder = new TextEncoder();

/** The items that a statement and its evidence list. */
const KINDS: Readonly<Record<string, (i: number) => string>> = {
  names: (i) => `Kettle${letters(i)} Teapot`,
  ids: (i) => `OPS-${10_000 + i}`,
  negations: (i) => `cup ${letters(i)} is not hot`,
  URLs: (i) => `https://tea.example/${letters(i)}`,
  tags: (i) => `<b id="${letters(i)}">`,
  quotes: (i) => `"tea ${letters(i)}"`,
  numbers: (i) => `${i * 7} cups`,
  code: (i) => `\`tea_${letters(i)}\``,
  links: (i) => `[tea](https://tea.example/${letters(i)})`,
  characters: (i) => `東${String.fromCodePoint(0x4e00 + (i % 20_000))}京`,
};

function letters(i: number): string {
  return i.toString(26).replace(/\d/gu, (digit) => String.fromCharCode(0x71 + Number(digit)));
}

function list(kind: (i: number) => string, size: number): string {
  return Array.from({ length: size }, (_, i) => kind(i)).join(', ');
}

async function stepsOf(kind: (i: number) => string, size: number): Promise<number> {
  const source = `The shelf holds ${list(kind, size)}.\n`;
  const bytes = encoder.encode(source);
  const id = 'a'.repeat(16);
  const span = { start: 0, end: bytes.length - 1 };
  const claim: CitableClaim = {
    id,
    notePath: 'a.md',
    span,
    fingerprint: fingerprint(bytes.subarray(0, span.end)),
  };
  const answer = `Our shelf holds ${list(kind, size)} [claim:${id}].`;
  await session.post('Profiler.takePreciseCoverage');
  passed = 0;
  await verifyCitations(answer, { claims: async () => new Map([[id, claim]]), sources: async () => bytes });
  const own = passed;
  const { result } = await session.post('Profiler.takePreciseCoverage');
  let steps = own;
  for (const { url, functions } of result)
    if (/\/packages\//u.test(url) && !url.endsWith('/count-steps.ts'))
      for (const { ranges } of functions) for (const range of ranges) steps += range.count;
  return steps;
}

const [, , name = '', number = ''] = process.argv;
const kind = KINDS[name];
if (kind === undefined) throw new Error(`one of: ${Object.keys(KINDS).join(', ')}`);
const few = Number(number);
// The first run builds tables.
await stepsOf(kind, 20);
// Later items have longer names, so ten times as many items have more than ten times the text.
const grown = list(kind, 10 * few).length / list(kind, few).length;
console.log(JSON.stringify({ few: await stepsOf(kind, few), many: await stepsOf(kind, 10 * few), grown }));
