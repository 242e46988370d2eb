import type { LanguageModelV4Content, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { Statement, VerificationReport } from '@memora/validator';
import type { MemoryPrompt, VerifyOptions } from '../memory.ts';
import type { AskableMemory } from './askable-memory.ts';
import { createRefusedCutter, isCitedFalsely } from './cut-refused.ts';
import { createCitationCollector } from './to-citations.ts';

/** The rules for checking a model's reply. */
export interface ReplyRules {
  readonly verify: VerifyOptions;
  /** Replaces handles with claim markers; undefined if the model was shown none. */
  readonly cite: MemoryPrompt['cite'] | undefined;
  readonly openCiting: MemoryPrompt['openCiting'] | undefined;
  /** True if statements without citations are left out. */
  readonly isGrounded: boolean;
  readonly fallback: string | undefined;
  /** Called once with all text that was passed on. */
  readonly onReply: (text: string) => Promise<void>;
}

/** Replaces the model's text with checked text and its citations, and leaves every other part as it is. */
export async function checkReply(
  content: readonly LanguageModelV4Content[],
  memory: Pick<AskableMemory, 'verify'>,
  { verify, cite = (draft) => draft, isGrounded, fallback, onReply }: ReplyRules,
): Promise<LanguageModelV4Content[]> {
  const checked: LanguageModelV4Content[] = [];
  const texts: string[] = [];
  let written = '';
  for (const part of content) {
    if (part.type !== 'text') {
      checked.push(part);
      continue;
    }
    written += part.text;
    const cited = cite(part.text);
    const report = await memory.verify(cited, verify);
    const text = isGrounded ? report.cleanText : withoutRefused(cited, report.statements);
    const collector = createCitationCollector();
    const refused: string[] = [];
    for (const statement of report.statements) {
      if (statement.kind !== 'claim') continue;
      const checks = statement.checks.flatMap((index) => report.checks[index] ?? []);
      if (statement.kept && statement.status !== 'uncited') collector.add(statement, checks, text);
      else if (isGrounded || isCitedFalsely(statement)) refused.push(statement.text);
    }
    texts.push(text);
    const providerMetadata = withReport(part.providerMetadata, {
      grounded: isGrounded,
      refused,
      ...countsOf(report),
    });
    checked.push(
      { ...part, text, citations: [...collector.citations], providerMetadata },
      ...collector.sources(),
    );
  }
  if (fallback !== undefined && written.trim() !== '' && texts.every((text) => text.trim() === '')) {
    texts.push(fallback);
    checked.push({ type: 'text', text: fallback });
  }
  await onReply(texts.filter((text) => text.trim() !== '').join('\n\n'));
  return checked;
}

function withoutRefused(written: string, statements: readonly Statement[]): string {
  const cutter = createRefusedCutter();
  cutter.write(written);
  return [...statements.map(cutter.decide), cutter.end()].join('');
}

/** The content of `providerMetadata.memora` for a text. */
interface ReplyReport {
  /** True if only statements from the notes could pass. */
  readonly grounded: boolean;
  /** Statements of the model that were left out. */
  readonly refused: string[];
  /** Counts of kept statements with valid citations: in the notes' own words, judged, and neither. */
  readonly quoted: number;
  readonly judged: number;
  readonly notJudged: number;
}

export function countsOf({
  quotedCount,
  judgedCount,
  notJudgedCount,
}: Pick<VerificationReport, 'quotedCount' | 'judgedCount' | 'notJudgedCount'>) {
  return { quoted: quotedCount, judged: judgedCount, notJudged: notJudgedCount };
}

export function withReport(
  given: SharedV4ProviderMetadata | undefined,
  report: ReplyReport,
): SharedV4ProviderMetadata {
  return { ...given, memora: { ...report } };
}
