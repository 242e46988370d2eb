import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Admission, type AgentMemory, openAgentMemory } from '@memora/agent-memory';
import type { Report } from '../report.ts';
import {
  LABELS,
  type LabelledDecision,
  readLabelledDecisions,
  readUnseenDecisions,
} from './labelled-decisions.ts';

/** The decision about a labelled pair. */
export interface Decided {
  readonly pair: LabelledDecision;
  readonly decision: Admission['decision'];
  readonly code: string;
}

/** Some of the sets: `MEMORA_BENCH_DECISIONS=tuning`. Read only this set if you change the judge. */
const SETS = (process.env['MEMORA_BENCH_DECISIONS'] ?? 'tuning,held out,unseen').split(',');

const BEFORE = Date.parse('2026-03-01T09:00:00Z');
const MONTH = 30 * 86_400_000;

/** Decides about every labelled pair, each in a separate vault, and prints precision and recall of each class and half. */
export async function measureDecisions(report: Report, folder: string): Promise<readonly Decided[]> {
  const decided: Decided[] = [];
  const pairs = [...readLabelledDecisions(), ...readUnseenDecisions()];
  for (const pair of pairs.filter((each) => SETS.includes(setOf(each)))) {
    const vault = join(folder, pair.id);
    await mkdir(vault, { recursive: true });
    const { decision, code } = await decide(pair, vault);
    decided.push({ pair, decision, code });
    await rm(vault, { recursive: true, force: true });
  }
  for (const name of SETS) {
    const half = decided.filter(({ pair }) => setOf(pair) === name);
    report.heading(`Admission of ${half.length} labelled pairs, ${name}`);
    report.table(
      LABELS.map((label) => {
        const of = half.filter(({ pair }) => pair.label === label);
        const by = (decision: string) => of.filter((each) => each.decision === decision).length;
        return {
          label,
          pairs: of.length,
          accept: by('accept'),
          reinforce: by('reinforce'),
          supersede: by('supersede'),
          contest: by('contest'),
          reject: by('reject'),
        };
      }),
    );
    const changes = scoreOf(half, ['update', 'contest'], ['supersede', 'contest'], ['different']);
    report.budget(`updates and contradictions, precision, ${name}`, changes.precision, { min: 0.95 });
    report.budget(`updates and contradictions, recall, ${name}`, changes.recall, { min: 0.8 });
    const same = scoreOf(half, ['duplicate'], ['reinforce'], []);
    report.budget(`duplicates, precision, ${name}`, same.precision, { min: 0.97 });
    report.note(`duplicates found, ${name}: ${same.recall.toFixed(3)}`);
    const junk = half.filter(({ pair }) => pair.label === 'junk');
    const kept = half.filter(({ pair }) => pair.label !== 'junk');
    report.budget(
      `junk rejected, ${name}`,
      share(junk, ({ decision }) => decision === 'reject'),
      { min: 0.9 },
    );
    report.budget(
      `durable facts rejected, ${name}`,
      share(kept, ({ decision }) => decision === 'reject'),
      { max: 0.01 },
    );
  }
  return decided;
}

function setOf({ isHeldOut, isUnseen }: LabelledDecision): string {
  return isUnseen ? 'unseen' : isHeldOut ? 'held out' : 'tuning';
}

/** The score of a class. Labels that are `open` count neither for nor against it. */
function scoreOf(
  decided: readonly Decided[],
  labels: readonly string[],
  decisions: readonly string[],
  open: readonly string[],
): { readonly precision: number; readonly recall: number } {
  const said = decided.filter(
    ({ decision, pair }) => decisions.includes(decision) && !open.includes(pair.label),
  );
  const meant = decided.filter(({ pair }) => labels.includes(pair.label));
  const right = said.filter(({ pair }) => labels.includes(pair.label)).length;
  return { precision: said.length === 0 ? 0 : right / said.length, recall: right / meant.length };
}

function share(decided: readonly Decided[], is: (each: Decided) => boolean): number {
  return decided.filter(is).length / decided.length;
}

async function decide(
  { label, gate, neighbour, candidate }: LabelledDecision,
  vault: string,
): Promise<Admission> {
  let at = BEFORE;
  const now = () => new Date(at++);
  if (label === 'contest')
    await writeFile(join(vault, 'note.md'), `---\ndate: 2026-03-01\n---\n# Note\n\n${neighbour}\n`);
  // A text that a label calls remembered is stored, however short. Otherwise the length gate would refuse it, and nothing could be compared with it.
  if (neighbour !== null && label !== 'contest' && label !== 'junk') {
    await using before = await openAgentMemory({ vault, agent: 'bench', now, policy: { minLength: 1 } });
    await (await before.session()).remember({ content: neighbour });
  }
  await using agent: AgentMemory = await openAgentMemory({ vault, agent: 'bench', now });
  if (label === 'contest') await agent.memory.index();
  if (label === 'junk') return await decideJunk(agent, gate, neighbour, candidate);
  at += MONTH;
  // Awaited here, because the memory is closed afterwards.
  return await (await agent.session()).remember({ content: candidate });
}

async function decideJunk(
  agent: AgentMemory,
  gate: string | null,
  neighbour: string | null,
  content: string,
): Promise<Admission> {
  if (neighbour === null) return agent.remember({ content });
  if (gate === 'known_context') return (await agent.session({ known: [neighbour] })).remember({ content });
  const session = await agent.session();
  await session.append([{ role: 'user', content: neighbour }]);
  return session.remember({ content, quote: gate === 'not_in_evidence' ? content : neighbour });
}
