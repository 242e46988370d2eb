import type { JudgeReply, JudgeRequest, JudgeVerdict } from '../contract/judge.ts';

/** The words that models write for the four verdicts, and the three words of natural language inference. */
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
 * Reads a model's reply to `buildJudgePrompt`: JSON, in a fence or not, after reasoning or not. `null` if it
 * can't be read. An entry with an unknown verdict or number is left out. So is a statement with two different
 * verdicts, because a note may have made the model repeat verdicts that it contains.
 */
export function readJudgeReply(reply: unknown, { statements }: JudgeRequest): readonly JudgeReply[] | null {
  const lists =
    typeof reply === 'string' ? readLists(reply) : [listOf(reply)].filter((list) => list !== null);
  if (lists.length === 0) return null;
  const byIndex = new Map<number, JudgeReply | null>();
  for (const entry of lists.flat()) {
    if (typeof entry !== 'object' || entry === null) continue;
    const { n, verdict, quote, reason } = entry as Record<string, unknown>;
    const statement = statements[Number(n) - 1];
    const known = typeof verdict === 'string' ? VERDICTS[wordOf(verdict)] : undefined;
    if (statement === undefined || known === undefined) continue;
    const { index } = statement;
    const before = byIndex.get(index);
    const read = { index, verdict: known, quote: textOf(quote), reason: textOf(reason) };
    byIndex.set(index, before === undefined || before?.verdict === known ? read : null);
  }
  if (byIndex.size === 0 && statements.length > 0) return null;
  return [...byIndex.values()].filter((read) => read !== null);
}

function listOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  const list = (value as { statements?: unknown } | null)?.statements;
  return Array.isArray(list) ? list : null;
}

/** Text with more brackets than a reply needs is not JSON. */
const MOST_BRACKETS = 400;

/** Every list of statements in a reply, without those in the model's marked reasoning. */
function readLists(reply: string): readonly (readonly unknown[])[] {
  const text = reply.replace(/^\s*<(think(?:ing)?)>[\s\S]*?<\/\1>/iu, '');
  const lists: (readonly unknown[])[] = [];
  let past = 0;
  for (const { index } of [...text.matchAll(/\{(?=\s*")|\[(?=\s*[{\]])/gu)].slice(0, MOST_BRACKETS)) {
    if (index < past) continue;
    const end = endOfJson(text, index);
    const list = end === null ? null : listOf(parse(text.slice(index, end)));
    if (list === null || end === null) continue;
    lists.push(list);
    past = end;
  }
  return lists;
}

/** The offset after the bracket that closes the one at `start`; null if none does. */
function endOfJson(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const unit = text[at];
    if (inString) {
      if (unit === '\\') at++;
      else if (unit === '"') inString = false;
    } else if (unit === '"') inString = true;
    else if (unit === '{' || unit === '[') depth++;
    else if ((unit === '}' || unit === ']') && --depth === 0) return at + 1;
  }
  return null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
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
