import { AsyncLocalStorage } from 'node:async_hooks';

/** The parts of an AI SDK prompt's message that contain text. */
interface Message {
  readonly role: string;
  readonly content: unknown;
}

/** One model call that several wrappers of Memora add to. */
export interface SharedCall<Prompt extends readonly Message[] = readonly Message[]> {
  /** The conversation as the outermost wrapper got it: the user's typed text, before any wrapper added to it. */
  readonly prompt: Prompt;
  /** Ids of the claims that wrappers have shown the model. */
  readonly shownIds: Set<string>;
  /** Callbacks that the outermost wrapper calls with the final text for the person. */
  readonly onReply: ((text: string) => Promise<void>)[];
}

/** How a wrapper takes part in a call. */
export interface JoinedCall<Prompt extends readonly Message[]> {
  readonly call: SharedCall<Prompt>;
  /** False if another wrapper has started the call. */
  readonly isOutermost: boolean;
  /**
   * True if another wrapper has started the call, but the prompt lacks the user's original text: something between the wrappers has replaced it. Nothing in
   * such a prompt may count as the user's words.
   */
  readonly isRewritten: boolean;
}

// Shared by the process, because each package may bring its own copy of this module.
const KEY = Symbol.for('memora.shared-call');
const shared = globalThis as { [KEY]?: AsyncLocalStorage<SharedCall> };

/** Joins the call of a wrapper around this one, or starts a new one. */
export function joinCall<Prompt extends readonly Message[]>(prompt: Prompt): JoinedCall<Prompt> {
  const outer = shared[KEY]?.getStore() as SharedCall<Prompt> | undefined;
  if (outer !== undefined && holdsLastWords(prompt, outer.prompt))
    return { call: outer, isOutermost: false, isRewritten: false };
  const call = { prompt: outer?.prompt ?? prompt, shownIds: new Set<string>(), onReply: [] };
  return { call, isOutermost: true, isRewritten: outer !== undefined };
}

/** Calls a model in such a way that the wrappers within it join the call. */
export function runInCall<T>(call: SharedCall, work: () => T): T {
  shared[KEY] ??= new AsyncLocalStorage<SharedCall>();
  return shared[KEY].run(call, work);
}

/** The texts of each message of the user, in order. */
export function textsOfUser(prompt: readonly Message[]): string[][] {
  return prompt.filter(({ role }) => role === 'user').map(({ content }) => textsOf(content));
}

function textsOf(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: { type?: unknown; text?: unknown }) =>
    part.type === 'text' && typeof part.text === 'string' ? [part.text] : [],
  );
}

/** True if the last message of the user still contains each of its original texts. */
function holdsLastWords(prompt: readonly Message[], original: readonly Message[]): boolean {
  const last = textsOfUser(prompt).at(-1)?.join('\n') ?? '';
  return (textsOfUser(original).at(-1) ?? []).every((text) => last.includes(text));
}
