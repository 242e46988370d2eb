import { readKnownTexts } from '../admit/known-texts.ts';
import { buildContext } from '../context/build-context.ts';
import type { ContextPorts } from '../context/context-ports.ts';
import { keepPrefix } from '../context/keep-prefix.ts';
import type { Recall, RecallOptions } from '../recall/recall.ts';
import { type RememberPorts, rememberMemory } from '../remember/remember-memory.ts';
import type { DailyPorts } from './append-daily.ts';
import { appendDaily } from './append-daily.ts';
import type { Session, SessionOptions } from './session.ts';
import { type ConversationPorts, createConversationId, openConversation } from './session-conversation.ts';
import { countSaves, type SavesPorts } from './session-saves.ts';

/** What a session needs of an open memory of an agent. */
export interface SessionPorts extends RememberPorts, DailyPorts {
  readonly memory: RememberPorts['memory'] & ConversationPorts['memory'] & SavesPorts['memory'];
  readonly vault: RememberPorts['vault'] & ConversationPorts['vault'] & DailyPorts['vault'];
  /** Null for no limit. */
  readonly maxSaves: number | null;
  readonly recall: (query: string, options?: RecallOptions) => Promise<Recall>;
  readonly context: ContextPorts;
}

/** Begins a session, or goes on with one. */
export function createSession(
  options: SessionOptions & { readonly pinnedChanged?: boolean },
  ports: SessionPorts,
  isUnnamed = false,
): Session {
  const { id = createConversationId(), title, client, known = [], pinnedChanged = false } = options;
  const conversation = openConversation({ id, isResumed: options.id !== undefined, title, client }, ports);
  const seen = new Set<string>();
  const saves = countSaves(id, ports.maxSaves, ports);
  const state = {
    id,
    known: readKnownTexts(known),
    conversation,
    saves,
    see: (saved: string) => void seen.add(saved),
    hasSeen: (memoryId: string) => seen.has(memoryId),
  };
  // One after the other: the second of two that say the same knows of the first.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const next = last.then(task, task);
    last = next.catch(() => undefined);
    return next;
  };
  const show = (ids: readonly string[]): void => {
    for (const each of ids) seen.add(each);
  };
  const prefix = keepPrefix(id, ports.context);
  // What a session begins with is what stood there when it began; the memory's own one begins with its first question.
  if (!isUnnamed) prefix.take();
  return {
    id,
    pinnedChanged,
    append: (messages) => inTurn(() => conversation.append(messages)),
    remember: (item) => inTurn(() => rememberMemory(item, state, ports)),
    supersede: (older, item) => inTurn(() => rememberMemory({ ...item, supersedes: older }, state, ports)),
    recall: async (query, asked) => {
      const found = await ports.recall(query, asked);
      for (const { memoryId, claimId } of found.items) seen.add(memoryId ?? claimId);
      return found;
    },
    show,
    context: (request = {}) =>
      buildContext(request, { prefix, show, isOwnTurn: conversation.holds }, ports.context),
    note: (text) => inTurn(() => appendDaily(text, ports)),
  };
}
