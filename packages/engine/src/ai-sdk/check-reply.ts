import type { LanguageModelV4Content, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { Statement, VerificationReport } from '@memora/validator';
import type { MemoryPrompt, VerifyOptions } from '../memory.ts';
import type { AskableMemory } from './askable-memory.ts';
import { createRefusedCutter, isCitedFalsely } from './cut-refused.ts';
import { createCitationCollector } from './to-citations.ts';

/** What a reply of the model is held to. */
export interface ReplyRules {
  readonly verify: VerifyOptions;
  /** Puts markers of claims in the place of handles; undefined if the model was shown none. */
  readonly cite: MemoryPrompt['cite'] | undefined;
  readonly openCiting: MemoryPrompt['openCiting'] | undefined;
  /** True if what cites nothing does not come out. */
  readonly isGrounded: boolean;
  readonly fallback: string | undefined;
  /** Called once with all text that comes out. */
  readonly onReply: (text: string) => Promise<void>;
}

/** Puts checked text in the place of the model's, with its citations, and leaves every other part as it is. */
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

/** What `providerMetadata.memora` says of a text. */
interface ReplyReport {
  /** True if only statements of the notes could come out. */
  readonly grounded: boolean;
  /** Statements of the model that did not come out. */
  readonly refused: string[];
  /** How many statements with citations that hold are the notes' own words, were judged, and are neither and stayed. */
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
