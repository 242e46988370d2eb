import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { MemoryPrompt } from '../memory.ts';
import type { AskableMemory } from './askable-memory.ts';
import type { ChatMessage, WithMemoraOptions } from './with-memora-options.ts';

/** The text that is added to the user's message. */
export interface FoundNotes {
  /** For a system message; empty if the model needs none. */
  readonly instructions: string;
  /** Passages between fences; empty if none are shown. */
  readonly notes: string;
  /** The claims of these notes: the reply may cite no others. */
  readonly claimIds: readonly string[];
  /** True if uncited statements stay in the reply. */
  readonly isKept: boolean;
  /** Replaces the handles of these notes with claim markers. */
  readonly cite: MemoryPrompt['cite'];
  readonly openCiting: MemoryPrompt['openCiting'];
}

const NOTHING: FoundNotes = {
  instructions: '',
  notes: '',
  claimIds: [],
  isKept: true,
  cite: (draft) => draft,
  openCiting: () => ({ write: (piece) => piece, end: () => '' }),
};

const NOTHING_FOUND =
  "The user's notes contain nothing about their last message. Where it asks what only the notes could tell, say so; do not guess.";

const MAY_CHAT =
  'Where the last message needs no notes, such as a greeting or a task on its own text, answer it as you would without them, and write no marker.';

/** Results of tools, and memories that `withAgentMemory` recalls. */
const MAY_CITE = 'Anything else in this conversation with a [claim:…] marker may be cited by that marker.';

/** Additional messages to search with. */
const EARLIER_MESSAGES = 2;

/** Finds the notes for the last user message and returns what a model may see of them. */
export async function findNotes(
  prompt: LanguageModelV4Prompt,
  memory: AskableMemory,
  { mode = 'auto', question, instructions, fallback: _, policy: __, ...request }: WithMemoraOptions,
  signal: AbortSignal | undefined,
): Promise<FoundNotes> {
  const messages = prompt.map(toMessage);
  const asked = messages.flatMap(({ role, text }) => (role === 'user' && text.trim() !== '' ? [text] : []));
  const last = asked.at(-1);
  if (last === undefined) return NOTHING;
  const aborting = signal === undefined ? {} : { signal };
  const own = question === undefined ? last : await question(messages);
  if (own.trim() === '') return NOTHING;
  const words =
    question === undefined ? [last, ...asked.slice(0, -1).slice(-EARLIER_MESSAGES)].join('\n') : own;
  const isAbout = async (text: string): Promise<boolean> => {
    const { asOf, region, conversations, bands = ['public', 'private', 'secret'] } = request;
    const { abstained } = await memory.ask(text, {
      useModel: false,
      // Secret notes must not influence a prompt that leaves the machine.
      bands: request.place === 'loopback' ? bands : bands.filter((band) => band !== 'secret'),
      ...(asOf === undefined ? {} : { asOf }),
      ...(region === undefined ? {} : { region }),
      ...(conversations === undefined ? {} : { conversations }),
      ...aborting,
    });
    return !abstained;
  };
  const isCovered = mode === 'strict' || (await isAbout(own));
  if (!isCovered && (words === own || !(await isAbout(words))))
    return { ...NOTHING, instructions: NOTHING_FOUND };
  const built = await memory.prompt(words, { ...request, ...aborting });
  const isKept = mode === 'chat' || !isCovered;
  const rules = [built.instructions, MAY_CITE, ...(isKept ? [MAY_CHAT] : [])].join('\n- ');
  return {
    instructions: typeof instructions === 'function' ? instructions(rules) : (instructions ?? rules),
    notes: built.notes,
    claimIds: built.claimIds,
    isKept,
    cite: built.cite,
    openCiting: built.openCiting,
  };
}

function toMessage({ role, content }: LanguageModelV4Prompt[number]): ChatMessage {
  if (typeof content === 'string') return { role, text: content };
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return { role, text: texts.join('\n') };
}
