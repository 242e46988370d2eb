import type { RollbackTarget } from '../../index.ts';

const SUBJECTS = ['Harbor', 'Atlas', 'Quay', 'Berth', 'Wharf'] as const;

/** Statements about a subject that replace, deny and repeat each other. */
const SAYINGS: readonly ((subject: string) => readonly string[])[] = [
  (s) => [
    `The owner of the ${s} roadmap is Ada.`,
    `The owner of the ${s} roadmap is Grace.`,
    `The owner of the ${s} roadmap is Ida.`,
    `the owner of the ${s} roadmap is Ada`,
  ],
  (s) => [
    `The ${s} gateway listens on port 8080.`,
    `The ${s} gateway listens on port 9090.`,
    `The ${s} gateway does not listen on port 8080.`,
  ],
  (s) => [
    `${s} uses Kafka as its queue.`,
    `${s} uses RabbitMQ as its queue.`,
    `${s} no longer uses Kafka as its queue.`,
  ],
  (s) => [`${s} supports offline sync.`, `${s} does not support offline sync.`],
  (s) => [`The relay of ${s} runs in Lisbon.`, `The relay of ${s} moved to Oslo.`],
  (s) => [`Always deploy ${s} on Fridays.`],
  (s) => [`The archive of ${s} is in Oslo.`, `The archive of ${s} is in Oslo`],
  (s) => [`The user prefers ${s} over npm.`],
  (s) => [`The capital of project ${s} is Lisbon.`, `The capital of project ${s} is Turin.`],
  (s) => [`Clara repaired the crane of ${s} in March 2026.`],
];

const ASKED: readonly ((subject: string) => string)[] = [
  (s) => `Who owns the ${s} roadmap?`,
  (s) => `On which port does the ${s} gateway listen?`,
  (s) => `Which queue does ${s} use?`,
  (s) => `Does ${s} support offline sync?`,
  (s) => `Where does the relay of ${s} run?`,
  (s) => `When is ${s} deployed?`,
  (s) => `Where is the archive of ${s}?`,
  (s) => `What does the user prefer over npm, ${s}?`,
  (s) => `What is the capital of project ${s}?`,
  (s) => `Who repaired the crane of ${s}?`,
];

/** Fifty questions, the same for every history. */
export const QUESTIONS: readonly string[] = SUBJECTS.flatMap((subject) => ASKED.map((ask) => ask(subject)));

const PAGE = 'https://poison.example.org/page';
const TOOLS = [`fetch ${PAGE}`, 'search'] as const;
const PROVIDERS = ['mem0', 'zep'] as const;
export const AGENTS = ['helper', 'scribe'] as const;

/** One operation of a history. */
export type Step =
  | {
      readonly act: 'save' | 'correct';
      readonly session: number;
      readonly fact: string;
      readonly quoted: boolean;
      readonly nth: number;
    }
  | {
      readonly act: 'tool';
      readonly session: number;
      readonly tool: string;
      readonly fact: string;
      readonly saves: boolean;
    }
  | { readonly act: 'recall'; readonly session: number; readonly question: string }
  | { readonly act: 'forget'; readonly session: number; readonly nth: number }
  | { readonly act: 'daily'; readonly session: number }
  | { readonly act: 'import'; readonly provider: string; readonly facts: readonly string[] }
  | { readonly act: 'consolidate' };

/** The part of a step that comes from the source: all of it, only its save, or nothing. */
export type OfSource = 'all' | 'save' | null;

export interface History {
  readonly steps: readonly Step[];
  /** The name of the agent of each session. */
  readonly agents: readonly string[];
  /** The target if it is known in advance; otherwise the batch of the step. */
  readonly target: RollbackTarget | { readonly batchOf: number };
  readonly ofSource: (step: Step, at: number) => OfSource;
  /** True for a step whose turn is from the source: later unsupported saves of the session may come from it. */
  readonly isHeard: (step: Step, at: number) => boolean;
}

export const sessionId = (n: number): string => `conv_00000000000${n}`;
export const timeOf = (at: number): number => Date.parse('2026-11-23T08:00:00Z') + (at + 1) * 60_000;

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A history of two to six sources and up to 200 operations; the same for the same seed. With `merges`, it contains consolidations. */
export function makeHistory(seed: number): History {
  const random = createRandom(seed * 7919 + 13);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const sessions = 2 + random(3);
  const subjects = SUBJECTS.slice(0, 1 + random(SUBJECTS.length));
  const fact = () => pick(pick(SAYINGS)(pick(subjects)));
  const agents = Array.from({ length: sessions }, () => AGENTS[random(4) === 0 ? 1 : 0] ?? 'helper');
  const steps: Step[] = [];
  const length = 6 + random([14, 14, 14, 30, 30, 60, 60, 100, 194, 194][random(10)] ?? 14);
  for (let i = 0; i < length; i++) {
    const session = random(sessions);
    const kind = random(40);
    if (kind < 20) steps.push({ act: 'save', session, fact: fact(), quoted: random(3) === 0, nth: 0 });
    else if (kind < 23)
      steps.push({ act: 'correct', session, fact: fact(), quoted: random(3) === 0, nth: random(4) });
    else if (kind < 27)
      steps.push({ act: 'tool', session, tool: pick(TOOLS), fact: fact(), saves: random(2) === 0 });
    else if (kind < 32) steps.push({ act: 'recall', session, question: pick(ASKED)(pick(subjects)) });
    else if (kind < 34) steps.push({ act: 'forget', session, nth: random(4) });
    else if (kind < 36) steps.push({ act: 'daily', session });
    else if (kind < 38)
      steps.push({
        act: 'import',
        provider: pick(PROVIDERS),
        facts: Array.from({ length: 1 + random(4) }, fact),
      });
    else steps.push({ act: 'consolidate' });
  }
  return { steps, agents, ...chooseSource(steps, agents, random) };
}

function chooseSource(
  steps: readonly Step[],
  agents: readonly string[],
  random: (below: number) => number,
): Pick<History, 'target' | 'ofSource' | 'isHeard'> {
  const never = () => false;
  const all = steps.map((_, at) => at);
  const tools = all.filter((at) => isTool(steps[at], TOOLS[0]));
  const imports = all.filter((at) => steps[at]?.act === 'import');
  const turns = all.filter((at) => hasTurn(steps[at]));
  const way = random(10);
  if (way < 2 && tools.length > 0) {
    const source = ['poison.example.org', PAGE, 'fetch'][random(3)] ?? PAGE;
    const ofSource = (step: Step): OfSource => (isTool(step, TOOLS[0]) ? 'all' : null);
    return { target: { source }, ofSource, isHeard: (step) => isTool(step, TOOLS[0]) };
  }
  if (way < 4 && imports.length > 0) {
    const first = imports[random(imports.length)] ?? 0;
    const step = steps[first];
    const provider = step?.act === 'import' ? step.provider : '';
    if (random(2) === 0)
      return {
        target: { batchOf: first },
        ofSource: (_, at) => (at === first ? 'all' : null),
        isHeard: never,
      };
    return {
      target: { source: provider },
      ofSource: (each) => (each.act === 'import' && each.provider === provider ? 'all' : null),
      isHeard: never,
    };
  }
  if (way === 4 && turns.length > 0) {
    const x = turns[random(turns.length)] ?? 0;
    const step = steps[x];
    const session = step !== undefined && 'session' in step ? step.session : 0;
    const before = turns.filter(
      (at) => at < x && (steps[at] as { session?: number }).session === session,
    ).length;
    return {
      target: { turn: `${sessionId(session)}#t${before + 1}` },
      ofSource: (_, at) => (at === x ? 'all' : null),
      isHeard: (_, at) => at === x,
    };
  }
  if (way === 5) {
    const since = random(steps.length);
    const target = { since: new Date(timeOf(since)).toISOString() };
    return { target, ofSource: (step, at) => (at >= since && saves(step) ? 'save' : null), isHeard: never };
  }
  if (way === 6 && agents.includes('scribe')) {
    const isScribes = (step: Step) => 'session' in step && agents[step.session] === 'scribe' && saves(step);
    return {
      target: random(2) === 0 ? { agent: 'scribe' } : { source: 'scribe' },
      ofSource: (step) => (isScribes(step) ? 'save' : null),
      isHeard: never,
    };
  }
  const x = random(agents.length);
  const ofSource = (step: Step): OfSource => ('session' in step && step.session === x ? 'all' : null);
  const target = random(2) === 0 ? { session: sessionId(x) } : { conversation: sessionId(x) };
  return { target, ofSource, isHeard: never };
}

function isTool(step: Step | undefined, tool: string): boolean {
  return step?.act === 'tool' && step.tool === tool;
}

function hasTurn(step: Step | undefined): boolean {
  return step?.act === 'tool' || ((step?.act === 'save' || step?.act === 'correct') && step.quoted);
}

function saves(step: Step): boolean {
  return ['save', 'correct', 'tool', 'import'].includes(step.act);
}
