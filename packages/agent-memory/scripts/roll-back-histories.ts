/**
 * `node --conditions=memora-source packages/agent-memory/scripts/roll-back-histories.ts [histories] [seed]`: generated histories of two to six sessions.
 * One source is rolled back, and the state is held against a memory in which the same history was lived without it; then the rollback is
 * undone, and every byte and state against what was there before.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprint } from '@memora/core';
import { type AgentMemory, openAgentMemory, type RollbackTarget, type Session } from '../src/index.ts';

const FACTS = [
  'The owner of the Harbor roadmap is Ada.',
  'The owner of the Harbor roadmap is Grace.',
  'The owner of the Harbor roadmap is Ida.',
  'the owner of the Harbor roadmap is Ada',
  'The Harbor gateway listens on port 8080.',
  'The Harbor gateway listens on port 9090.',
  'The Harbor gateway does not listen on port 8080.',
  'Harbor uses Kafka as its queue.',
  'Harbor uses RabbitMQ as its queue.',
  'Harbor no longer uses Kafka as its queue.',
  'Atlas supports offline sync.',
  'Atlas does not support offline sync.',
  'The relay of Harbor runs in Lisbon.',
  'The relay of Harbor moved to Oslo.',
  'The user prefers pnpm over npm.',
  'Always deploy Harbor on Fridays.',
  'The archive of Harbor is in Oslo.',
] as const;
const QUESTIONS = [
  'Who owns the Harbor roadmap?',
  'On which port does the Harbor gateway listen?',
  'Which queue does Harbor use?',
  'Does Atlas support offline sync?',
  'Where does the relay of Harbor run?',
  'What does the user prefer?',
  'When is Harbor deployed?',
  'Where is the archive of Harbor?',
] as const;
const TOOLS = ['fetch https://poison.example.org/page', 'search'] as const;

type Step =
  | {
      readonly act: 'save';
      readonly session: number;
      readonly fact: string;
      readonly quoted: boolean;
      readonly procedure: boolean;
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
  | { readonly act: 'daily'; readonly session: number; readonly n: number };

interface Lived {
  /** Of each step: the key of what it saved, and the keys of what it showed. */
  readonly saved: readonly (string | null)[];
  readonly shown: readonly (readonly string[])[];
  /** Of each step: the key of what it forgot. */
  readonly forgot: readonly (string | null)[];
}

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const sessionId = (n: number): string => `conv_00000000000${n}`;

function makeHistory(seed: number): { steps: Step[]; target: RollbackTarget; isX: (step: Step) => boolean } {
  const random = createRandom(seed * 7919 + 13);
  const sessions = 2 + random(5);
  const steps: Step[] = [];
  const length = 4 + random(random(10) === 0 ? 60 : 14);
  for (let i = 0; i < length; i++) {
    const session = random(sessions);
    const kind = random(12);
    const fact = FACTS[random(FACTS.length)] ?? FACTS[0];
    if (kind < 7) steps.push({ act: 'save', session, fact, quoted: random(3) === 0, procedure: false });
    else if (kind < 8)
      steps.push({ act: 'tool', session, tool: TOOLS[random(2)] ?? TOOLS[0], fact, saves: random(2) === 0 });
    else if (kind < 10)
      steps.push({ act: 'recall', session, question: QUESTIONS[random(QUESTIONS.length)] ?? QUESTIONS[0] });
    else if (kind < 11) steps.push({ act: 'forget', session, nth: random(4) });
    else steps.push({ act: 'daily', session, n: i });
  }
  const isTool = steps.some((step) => step.act === 'tool' && step.tool === TOOLS[0]) && random(2) === 0;
  const x = random(sessions);
  return isTool
    ? {
        steps,
        target: { source: random(2) === 0 ? 'poison.example.org' : 'https://poison.example.org/page' },
        isX: (step) => step.act === 'tool' && step.tool === TOOLS[0],
      }
    : { steps, target: { session: sessionId(x) }, isX: (step) => step.session === x };
}

/** Lives the steps that are wanted, each at the time that it has in the whole history. What is forgotten in the first life is forgotten in the other. */
async function live(
  root: string,
  steps: readonly Step[],
  isWanted: (i: number) => boolean,
  first?: Lived,
): Promise<Lived> {
  let time = Date.parse('2026-11-23T08:00:00Z');
  const options = { vault: root, agent: 'helper', policy: { maxSavesPerSession: null, timeZone: 'UTC' } };
  let at = 0;
  // The same step has the same id in every life: what is folded under what goes by ids.
  const createId = () => `mem_${fingerprint(new TextEncoder().encode(`step ${at}`)).slice(0, 12)}`;
  await using agent = await openAgentMemory({ ...options, createId, now: () => new Date(time) });
  await agent.memory.index();
  const sessions = new Map<number, Session>();
  const saved: (string | null)[] = [];
  const shown: string[][] = [];
  const forgot: (string | null)[] = [];
  const ids = new Map<string, string>();
  const perSession = new Map<number, string[]>();
  for (const [i, step] of steps.entries()) {
    time = Date.parse('2026-11-23T08:00:00Z') + (i + 1) * 60_000;
    at = i;
    saved.push(null);
    shown.push([]);
    forgot.push(null);
    if (!isWanted(i)) continue;
    const session = sessions.get(step.session) ?? (await agent.session({ id: sessionId(step.session) }));
    sessions.set(step.session, session);
    const remember = async (fact: string, quote?: string) => {
      const kind = fact.startsWith('Always') ? ('procedure' as const) : ('fact' as const);
      const { memoryId } = await session.remember({
        content: fact,
        kind,
        ...(quote === undefined ? {} : { quote }),
      });
      if (memoryId === null) return;
      saved[i] = memoryId;
      ids.set(memoryId, `${i}`);
      perSession.set(step.session, [...(perSession.get(step.session) ?? []), memoryId]);
    };
    if (step.act === 'save') {
      if (step.quoted) await session.append([{ role: 'user', content: `${step.fact} (${i})` }]);
      await remember(step.fact, step.quoted ? step.fact : undefined);
    } else if (step.act === 'tool') {
      const [name = '', address = ''] = step.tool.split(' ');
      await session.append([
        { role: 'tool', content: `${step.fact} (${i})`, name: `${name} ${address}`.trim() } as never,
      ]);
      if (step.saves) await remember(step.fact, step.fact);
    } else if (step.act === 'recall') {
      const { items } = await session.recall(step.question, { limit: 5, evidence: false });
      shown[i] = items.flatMap(({ memoryId }) => ids.get(memoryId ?? '') ?? []);
    } else if (step.act === 'forget') {
      const own = perSession.get(step.session) ?? [];
      const id = first === undefined ? own[step.nth % Math.max(1, own.length)] : first.forgot[i];
      forgot[i] = id ?? null;
      if (id != null) await session.forget(id, { reason: 'x' }).catch(() => undefined);
    } else await session.note(`Line ${step.n} of the day.`);
  }
  return { saved, shown, forgot };
}

/** The labels of X carried through: its steps, and what a session saved without evidence after it was shown X's. */
function labelX(steps: readonly Step[], isX: (step: Step) => boolean, { shown }: Lived): ReadonlySet<number> {
  const x = new Set<number>();
  const told = new Set<number>();
  for (const [i, step] of steps.entries()) {
    if ((shown[i] ?? []).some((of) => x.has(Number(of)))) told.add(step.session);
    if (isX(step)) {
      x.add(i);
      if (step.act === 'tool') told.add(step.session);
    } else if (step.act === 'save' && !step.quoted && told.has(step.session)) x.add(i);
  }
  return x;
}

/** Items, texts, standing, validity, edges, trust and answers, by session and words: ids are drawn anew in each life. */
async function describe(root: string): Promise<string[]> {
  // State is a function of the notes.
  await rm(join(root, '.memora'), { recursive: true, force: true });
  const agent: AgentMemory = await openAgentMemory({
    vault: root,
    now: () => new Date('2026-11-24T08:00:00Z'),
  });
  await using _ = agent;
  await agent.memory.index();
  const { memories } = await agent.list({ limit: 1000 });
  const name = new Map<string, string>();
  const lines: string[] = [];
  for (const { memoryId, text, session, created } of memories)
    name.set(memoryId, `${session} ${created} ${text}`);
  const { claims } = agent.memory;
  for (const { memoryId, kind, status, held, trust, validFrom, validUntil, source } of memories) {
    const own = (await claims.listClaims({ noteId: memoryId })).claims;
    const edges = await claims.edges({ ids: own.map(({ id }) => id) });
    const others = await claims.getClaims(edges.flatMap(({ from, to }) => [from, to]));
    const at = (id: string) => {
      const claim = others.get(id as never);
      return claim === undefined ? 'none' : (name.get(claim.noteId) ?? claim.notePath);
    };
    const related = edges
      .filter(({ recordedUntil }) => recordedUntil === null)
      .map(({ type, from, to }) => `${type} ${at(from)} > ${at(to)}`);
    const folded = await claims.getClaims(own.flatMap(({ duplicateOf }) => duplicateOf ?? []));
    lines.push(
      JSON.stringify([
        name.get(memoryId),
        kind,
        status,
        held,
        trust,
        validFrom,
        validUntil,
        source,
        related.sort(),
        own.map((claim) => [claim.status, claim.trust, claim.validFrom, claim.validUntil]),
        [...folded.values()].map(({ noteId }) => name.get(noteId)),
      ]),
    );
  }
  for (const question of QUESTIONS) {
    const { items } = await agent.recall(question, { limit: 5 });
    lines.push(
      JSON.stringify([question, items.map(({ line, status, trust }) => [line, status, trust]).sort()]),
    );
  }
  return lines.sort();
}

/** Every byte that a person sees, and the trash of what was forgotten; not what batches keep. */
async function bytesOf(root: string): Promise<string[]> {
  const lines: string[] = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1);
    if (!entry.isFile() || path.startsWith('.') || path.startsWith('_')) continue;
    lines.push(`${path}\n${await readFile(join(root, path), 'utf8')}`);
  }
  return lines.sort();
}

/** What of one generated history differs; nothing where rolling back is as if it never happened. */
export async function compareHistory(seed: number): Promise<string[]> {
  const { steps, target, isX } = makeHistory(seed);
  const root = await mkdtemp(join(tmpdir(), 'rolled-'));
  const other = await mkdtemp(join(tmpdir(), 'never-'));
  try {
    const lived = await live(root, steps, () => true);
    const x = labelX(steps, isX, lived);
    await live(other, steps, (i) => !x.has(i), lived);
    const before = { bytes: await bytesOf(root), state: await describe(root) };
    const faults: string[] = [];
    let batch: string | null;
    {
      await using agent = await openAgentMemory({ vault: root, agent: 'helper' });
      const plan = await agent.rollback(target, { dryRun: true });
      const done = await agent.rollback(target);
      batch = done.batch;
      if (JSON.stringify({ ...plan, batch: null }) !== JSON.stringify({ ...done, batch: null }))
        faults.push('the plan is another than what was done');
      const falls = new Set(done.falls);
      const forgotten = new Set(
        (await agent.log()).entries.flatMap(({ code, notes }) => (code === 'forgotten' ? notes : [])),
      );
      for (const [i, id] of lived.saved.entries()) {
        if (id === null || forgotten.has(id)) continue;
        if (falls.has(id) !== x.has(i)) faults.push(`${x.has(i) ? 'missed' : 'too much'}: step ${i}`);
      }
    }
    const [rolled, never] = [await describe(root), await describe(other)];
    for (const line of rolled) if (!never.includes(line)) faults.push(`rolled back only: ${line}`);
    for (const line of never) if (!rolled.includes(line)) faults.push(`never happened only: ${line}`);
    if (batch !== null) {
      await using agent = await openAgentMemory({ vault: root, agent: 'helper' });
      await agent.rollback({ batch });
    }
    const after = { bytes: await bytesOf(root), state: await describe(root) };
    for (const kind of ['bytes', 'state'] as const)
      for (const line of before[kind])
        if (!after[kind].includes(line)) faults.push(`undone, ${kind} lost: ${line.slice(0, 300)}`);
    for (const line of after.bytes)
      if (!before.bytes.includes(line)) faults.push(`undone, more: ${line.slice(0, 300)}`);
    return faults;
  } finally {
    await rm(root, { recursive: true, force: true });
    await rm(other, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const [count = '500', first = '1'] = process.argv.slice(2);
  let faulty = 0;
  for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
    const faults = await compareHistory(seed);
    if (faults.length === 0) continue;
    faulty++;
    console.log(JSON.stringify({ seed, faults: faults.slice(0, 8) }, null, 1));
  }
  console.log(JSON.stringify({ histories: Number(count), faulty }));
  process.exitCode = faulty === 0 ? 0 : 1;
}
