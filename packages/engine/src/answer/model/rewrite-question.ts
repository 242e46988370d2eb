import { toWireText, wire } from '@memora/privacy';
import type { ChatModel } from '../../models/chat-model.ts';
import type { AskedBefore, AskOptions } from '../answer.ts';

/** A model's rewriting of a question before the search. */
interface Rewritten {
  /** Additional search words. */
  readonly words: string;
  /** The question in a form that can be understood without the conversation. */
  readonly question: string | null;
}

const INSTRUCTIONS = wire`You turn a question into words for a full-text search of a person's notes. You do not answer it.
Write JSON of one line and nothing else: {"words":"…"}
Between the quotes stand 20 to 40 search words with spaces between: the words of the question that matter, their synonyms and other forms, words that a note which answers would use, names and abbreviations in full and short, and the same in the languages that the notes may be written in.
No operators, no quotation marks, no words that every note has.`;

const STANDALONE = wire`The question may lean on what was said before it. Add "question" with the question so that it can be understood alone, in its own language: {"words":"…","question":"…"}`;

/** In UTF-16 units: a longer reply is not a list of search words. */
const MOST_WORDS = 1_200;
const MOST_BEFORE = 6;
const LONGEST_BEFORE = 600;

/**
 * Asks a model once for search words, showing it only what the person typed and the answers. Returns null if the reply can't be read: the search continues
 * without. `failure` names the problem.
 */
export async function rewriteQuestion(
  asked: string,
  before: readonly AskedBefore[],
  model: ChatModel,
  { signal, bands }: Pick<AskOptions, 'signal' | 'bands'>,
): Promise<{ readonly rewritten: Rewritten | null; readonly failure: string | null }> {
  const place = await model.place().catch(() => null);
  const question = place === null ? null : toWireText({ text: asked, band: 'public' }, place);
  if (place === null || question === null) return { rewritten: null, failure: null };
  // An answer to a person who sees secrets may contain one.
  const isOpen = place === 'loopback' || (bands !== undefined && !bands.includes('secret'));
  const talk = before
    .slice(-MOST_BEFORE)
    .map((each) =>
      [`Q: ${each.question}`, ...(isOpen ? [`A: ${each.answer}`] : [])]
        .map((line) => line.replace(/\s+/gu, ' ').slice(0, LONGEST_BEFORE))
        .join('\n'),
    )
    .join('\n');
  // Earlier answers were shown to the person and have the band of private notes.
  const said = talk === '' ? null : toWireText({ text: talk, band: 'private' }, place);
  const { text, failure } = await model.write(
    {
      instructions: said === null ? INSTRUCTIONS : wire`${INSTRUCTIONS}\n${STANDALONE}`,
      prompt: said === null ? wire`Question: ${question}` : wire`Before:\n${said}\n\nQuestion: ${question}`,
    },
    { question: asked, signal },
  );
  if (failure !== null) return { rewritten: null, failure };
  const rewritten = readRewritten(text);
  return { rewritten, failure: rewritten === null ? 'rewrite_unreadable' : null };
}

/** Reads `{"words":"…"}` from a reply with any text around it. Returns null if there is none. */
function readRewritten(reply: string): Rewritten | null {
  const [, inner] = /(\{[^{}]*"words"[^{}]*\})/su.exec(reply) ?? [];
  if (inner === undefined) return null;
  let read: { readonly words?: unknown; readonly question?: unknown };
  try {
    read = JSON.parse(inner.replace(/[\r\n]+/gu, ' '));
  } catch {
    return null;
  }
  const words = Array.isArray(read.words) ? read.words.join(' ') : read.words;
  if (typeof words !== 'string') return null;
  const plain = words.replace(/\s+/gu, ' ').trim().slice(0, MOST_WORDS);
  const question =
    typeof read.question === 'string' && read.question.trim() !== '' ? read.question.trim() : null;
  return plain === '' && question === null ? null : { words: plain, question };
}
