import type { Judgement } from '../checks/judge-statement.ts';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import type { JudgeStatement } from '../contract/judge.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';

/** What a judge made of the statements on which the guard is silent. */
export interface Contradictions {
  readonly units: ReadonlySet<StatementUnit>;
  /** What is left of the judgement of such a statement. */
  readonly withdraw: (judgement: Judgement) => Judgement;
  /** How many statements the judge could not say anything about. */
  readonly unchecked: number;
}

/** A statement without its markers, and what is known of it before the judge is asked. */
export interface JudgedText {
  readonly plain: string;
  readonly judgement: Judgement;
}

/**
 * Asks the judge about each statement that would stand and on which the guard found nothing, unless its words stand in the evidence as
 * they are: what is verbatim needs no opinion.
 */
export async function findContradicted(
  units: readonly StatementUnit[],
  settings: VerificationSettings,
  read: (unit: StatementUnit) => JudgedText,
): Promise<Contradictions> {
  const contradicted = new Set<StatementUnit>();
  const { judge, signal, question, today } = settings;
  if (judge === null) return { units: contradicted, withdraw: asContradicted, unchecked: 0 };
  const asked: StatementUnit[] = [];
  const statements: JudgeStatement[] = [];
  for (const unit of units) {
    if (unit.markers.length === 0) continue;
    const { plain, judgement } = read(unit);
    const { supported, checks, grounds } = judgement;
    const silent = checks.every(({ disagreements }) => disagreements.length === 0);
    const isShown = judge.locality === 'local' || grounds.every(({ claim }) => claim.band !== 'secret');
    if (!supported || !silent || !isShown || grounds.some(({ text }) => text.includes(plain))) continue;
    const evidence = grounds.map(({ text, claim }) => ({
      quote: text,
      passage: text,
      context: {
        title: claim.noteTitle ?? null,
        path: claim.notePath,
        headings: claim.headingPath ?? [],
        dates: [],
        speaker: null,
        leadIn: null,
        header: null,
      },
      band: claim.band ?? ('private' as const),
    }));
    statements.push({ index: asked.length, text: plain, evidence });
    asked.push(unit);
  }
  if (asked.length === 0) return { units: contradicted, withdraw: asContradicted, unchecked: 0 };
  const request = { ...(question && { question }), ...(today && { today }), statements };
  const replies = await judge.judge(request, { signal: signal ?? undefined }).catch(() => {
    signal?.throwIfAborted();
    return [];
  });
  const verdicts = new Map(replies.map(({ index, verdict }) => [index, verdict]));
  for (const [i, unit] of asked.entries()) if (verdicts.get(i) === 'contradicted') contradicted.add(unit);
  const unchecked = asked.filter((_, i) => !verdicts.has(i)).length;
  return { units: contradicted, withdraw: asContradicted, unchecked };
}

/** A judgement of a statement that the judge finds contradicted: nothing carries it any more. */
function asContradicted(judgement: Judgement): Judgement {
  const checks = judgement.checks.map((check, i) =>
    check.status === 'verified' && judgement.places[i]?.leading !== true
      ? {
          ...check,
          status: 'token_mismatch' as const,
          reason: 'a judge finds the statement contradicted by what it cites',
          disagreements: [...check.disagreements, CONTRADICTED],
        }
      : check,
  );
  return { ...judgement, checks, supported: false, grounds: [] };
}

const CONTRADICTED: TokenDisagreement = {
  kind: 'contradicted',
  statementToken: '',
  evidenceToken: null,
  decisive: true,
};
