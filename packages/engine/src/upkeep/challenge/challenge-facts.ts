import { compareText } from '@memora/core/internal';
import { countDependents } from '../consolidate/choose-facts.ts';
import type { ReviewedMemories } from '../review/review-memories.ts';
import type { VaultFacts } from '../review/vault-facts.ts';
import { CHALLENGE_KINDS, type ChallengeEvidence, type ChallengeItem } from './challenger-report.ts';
import { findDanglingLinks } from './find-dangling-links.ts';
import { findContradictions, findOvertaken } from './find-disputes.ts';
import { findDeadlines, findTasks } from './find-due.ts';
import { findFigures } from './find-figures.ts';
import { findMemories } from './find-memories.ts';
import { findCrossRegionPatterns } from './find-patterns.ts';
import { findFailedNotes, findStale } from './find-stale.ts';
import { findThinSubjects, findUnsureGrounds } from './find-thin-spots.ts';
import { findDueDecisions, findForgottenProposals, findOpenQuestions } from './find-undecided.ts';
import { type Finding, idOfFinding, idsOf } from './finding.ts';
import { countLinks, type NoteLinks } from './note-links.ts';
import type { NoteWords } from './note-words.ts';
import { readSeen, type SeenPorts } from './seen-items.ts';
import { readStatedFacts } from './stated-fact.ts';
import { createWeigher } from './weigh-finding.ts';

/** The dependencies of challenging a vault's facts. */
interface ChallengePorts {
  readonly now: Date;
  readonly links: ReadonlyMap<string, NoteLinks>;
  /** Absent for a team's memory. */
  readonly memories?: ReviewedMemories;
  readonly ledger: SeenPorts;
  readonly words: NoteWords;
}

/** Maximum number of evidence lines. The ids of all claims are listed anyway. */
const MOST_EVIDENCE = 8;

/** Finds and ranks everything that needs attention, with evidence. Reads only. */
export async function challengeFacts(facts: VaultFacts, ports: ChallengePorts): Promise<ChallengeItem[]> {
  const findings = await findFindings(facts, ports);
  const dependents = countDependents(facts);
  const isSeen = await readSeen(findings, ports.ledger);
  const linked = await countLinks(facts, ports.links);
  const weigh = createWeigher({ today: toLocalDay(ports.now), linksTo: (path) => linked.get(path) ?? 0 });
  const weighed: { readonly item: ChallengeItem; readonly weight: number }[] = [];
  for (const finding of findings) {
    const impact = Math.max(0, ...finding.claims.map((claim) => dependents(claim.id)));
    const item: ChallengeItem = {
      id: idOfFinding(finding),
      kind: finding.kind,
      reason: finding.reason,
      thing: finding.thing ?? nameOfFinding(finding),
      severity: finding.severity,
      impact,
      claimIds: idsOf(finding.claims),
      evidence: await readEvidence(finding, ports),
      action: finding.action,
      acknowledged: finding.isSettled === true || isSeen(finding),
    };
    weighed.push({ item, weight: weigh(finding, impact) });
  }
  return weighed.sort(compareWeighed).map(({ item }) => item);
}

/** The note of a finding, and its entity if the claim names one. */
function nameOfFinding({ claims: [first] }: Finding): string | null {
  return first === undefined || first.band === 'secret' ? null : first.noteTitle;
}

/** The findings that items are made from, in the order of their kinds. */
export async function findFindings(
  facts: VaultFacts,
  ports: Pick<ChallengePorts, 'now' | 'links' | 'memories' | 'words'>,
): Promise<Finding[]> {
  const today = toLocalDay(ports.now);
  const told = await readStatedFacts(facts, ports.words);
  const due = await findDueDecisions(facts, today, ports.words);
  const isDecided = ({ claims, day }: Finding) =>
    due.some((other) => other.day === day && other.claims[0]?.notePath === claims[0]?.notePath);
  return [
    ...findContradictions(facts),
    ...findOvertaken(facts),
    ...(await findFigures(facts, ports.links, ports.words)),
    ...(await findDeadlines(facts, today, ports.words)).filter((each) => !isDecided(each)),
    ...findTasks(facts, today),
    ...findStale(facts),
    ...due,
    ...findForgottenProposals(facts, today),
    ...findOpenQuestions(facts, today),
    ...findCrossRegionPatterns(told),
    ...findThinSubjects(told, facts, ports.links),
    ...findUnsureGrounds(facts),
    ...(await findDanglingLinks(facts, ports.links)),
    ...findFailedNotes(facts),
    ...(ports.memories === undefined ? [] : findMemories(ports.memories)),
  ];
}

/** Acknowledged ones last; then by weight, by kind, and by id. */
function compareWeighed(
  a: { readonly item: ChallengeItem; readonly weight: number },
  b: { readonly item: ChallengeItem; readonly weight: number },
): number {
  return (
    Number(a.item.acknowledged) - Number(b.item.acknowledged) ||
    b.weight - a.weight ||
    CHALLENGE_KINDS.indexOf(a.item.kind) - CHALLENGE_KINDS.indexOf(b.item.kind) ||
    compareText(a.item.id, b.item.id)
  );
}

async function readEvidence(
  { claims, places = [] }: Finding,
  { words }: ChallengePorts,
): Promise<ChallengeEvidence[]> {
  const evidence: ChallengeEvidence[] = [];
  for (const claim of claims.slice(0, MOST_EVIDENCE)) {
    const text = claim.band === 'secret' ? '[redacted]' : await words.read(claim);
    evidence.push({ claimId: claim.id, note: claim.notePath, span: claim.span, text });
  }
  const covered = new Set(evidence.map(({ note }) => note));
  for (const { note, span } of places) {
    if (evidence.length < MOST_EVIDENCE && !covered.has(note)) {
      evidence.push({ claimId: null, note, span, text: null });
    }
  }
  return evidence;
}

function toLocalDay(now: Date): string {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${now.getFullYear()}-${month}-${day}`;
}
