import { buildJudgePrompt, canDecide, type JudgeRequest, readJudgeReply } from '@memora/validator/judge';
import { type AskPorts, askText } from './ask-text.ts';

/** The rules for a judging model; they name no note. */
export const JUDGE_RULES = buildJudgePrompt({ statements: [] }).instructions;

/** A statement and the turn that it quotes. */
interface QuotedMemory {
  readonly content: string;
  readonly quote: string;
  /** The turn, as the model may see it. */
  readonly passage: string;
  readonly role: string;
}

/**
 * Asks a model, in one request, which statements follow from the turns that they quote, and returns their
 * indexes. A statement counts as not following if the reply omits it, supports it without quoting words, or
 * is unreadable.
 */
export async function judgeMemories(
  memories: readonly QuotedMemory[],
  ports: AskPorts,
): Promise<ReadonlySet<number>> {
  const request: JudgeRequest = {
    statements: memories.map(({ content, quote, passage, role }, index) => ({
      index,
      text: content,
      evidence: [{ quote, passage, band: 'private', context: { ...NO_CONTEXT, speaker: role } }],
    })),
  };
  const { instructions, parts } = buildJudgePrompt(request);
  const { text, failure } = await askText(instructions, parts.map((part) => part.text).join(''), ports);
  const replies = failure === null ? readJudgeReply(text, request) : null;
  const supported = (replies ?? []).filter(
    ({ index, verdict, quote }) =>
      verdict === 'supported' && canDecide(quote ?? '', request.statements[index]?.evidence ?? []),
  );
  return new Set(supported.map(({ index }) => index));
}

const NO_CONTEXT = {
  title: null,
  path: 'conversation',
  headings: [],
  dates: [],
  leadIn: null,
  header: null,
};
