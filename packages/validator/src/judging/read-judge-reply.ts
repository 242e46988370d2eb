import type { JudgeReply, JudgeRequest, JudgeVerdict } from '../contract/judge.ts';

/** What models write for the four verdicts, and the three words of natural language inference. */
const VERDICTS: Readonly<Record<string, JudgeVerdict>> = {
  supported: 'supported',
  partly: 'partly',
  partially: 'partly',
  contradicted: 'contradicted',
  not_told: 'not_told',
  entailed: 'supported',
  entailment: 'supported',
  neutral: 'not_told',
  contradiction: 'contradicted',
};

/**
 * Reads the reply of a model to `buildJudgePrompt`: JSON, in a fence or not, behind thinking or not. `null` where it can't be read. An
 * entry with an unknown verdict or number is left out.
 */
export function readJudgeReply(reply: unknown, { statements }: JudgeRequest): readonly JudgeReply[] | null {
  const list = listOf(typeof reply === 'string' ? parseReply(reply) : reply);
  if (list === null) return null;
  const read = list.flatMap((entry): JudgeReply[] => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { n, verdict, quote, reason } = entry as Record<string, unknown>;
    const statement = statements[Number(n) - 1];
    const known = typeof verdict === 'string' ? VERDICTS[wordOf(verdict)] : undefined;
    if (statement === undefined || known === undefined) return [];
    return [{ index: statement.index, verdict: known, quote: textOf(quote), reason: textOf(reason) }];
  });
  return read.length === 0 && statements.length > 0 ? null : read;
}

function listOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  const list = (value as { statements?: unknown } | null)?.statements;
  return Array.isArray(list) ? list : null;
}

/** The last JSON of a text that has a list of statements: what a model thinks before it may hold drafts. */
function parseReply(reply: string): unknown {
  const text = reply.replace(/^[\s\S]*<\/think(?:ing)?>/iu, '');
  for (let at = text.lastIndexOf('{"'); ; at = text.lastIndexOf('{', at - 1)) {
    if (at === -1) break;
    const found = parseFrom(text, at);
    if (listOf(found) !== null) return found;
    if (at === 0) break;
  }
  const from = text.indexOf('[');
  return from === -1 ? null : parseFrom(text, from);
}

/** The value that begins at a bracket: up to the last closing bracket with which it parses. */
function parseFrom(text: string, at: number): unknown {
  const close = text[at] === '[' ? ']' : '}';
  for (let end = text.lastIndexOf(close), tries = 0; end > at && tries < 4; tries++) {
    try {
      return JSON.parse(text.slice(at, end + 1));
    } catch {
      end = text.lastIndexOf(close, end - 1);
    }
  }
  return null;
}

function wordOf(verdict: string): string {
  return verdict
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/gu, '_');
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
