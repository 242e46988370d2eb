import { type MessageLike, toTurns } from '@memora/conversations';
import { MemoraError } from '@memora/core';
import { isInstruction } from '@memora/language/words';
import type { NewTurn } from '@memora/vault';
import type { Admission } from '../admit/admission.ts';
import { readKnownTexts } from '../admit/known-texts.ts';
import { buildContext } from '../context/build-context.ts';
import type { ContextPorts } from '../context/context-ports.ts';
import { keepPrefix } from '../context/keep-prefix.ts';
import type { FilePorts } from '../files/file-ports.ts';
import type { Forgotten } from '../forget/forget-memory.ts';
import { batchOfSession } from '../learning/open-learning-log.ts';
import { findMemoryId, isMemoryId } from '../note/memory-place.ts';
import type { MemoryDirectory } from '../recall/memory-directory.ts';
import type { Recall, RecallOptions } from '../recall/recall.ts';
import type { ReflectSession } from '../reflect/reflect-session.ts';
import type { NewMemory } from '../remember/new-memory.ts';
import type { RememberPorts } from '../remember/remember-memory.ts';
import { withRemedies } from '../with-remedies.ts';
import { type DailyPorts, openDailyNotes } from './append-daily.ts';
import { countReflected } from './count-reflected.ts';
import { findRequests } from './find-requests.ts';
import { retainConversations } from './retain-conversations.ts';
import type { AppendOptions, Session, SessionOptions } from './session.ts';
import { type ConversationPorts, createConversationId, openConversation } from './session-conversation.ts';
import { countSaves, type SavesPorts } from './session-saves.ts';

/** The parts of an open agent memory that a session needs. */
export interface SessionPorts extends RememberPorts, DailyPorts {
  readonly memory: RememberPorts['memory'] &
    ConversationPorts['memory'] &
    SavesPorts['memory'] &
    FilePorts['memory'];
  readonly vault: RememberPorts['vault'] &
    ConversationPorts['vault'] &
    DailyPorts['vault'] &
    FilePorts['vault'];
  /** Null for no limit. */
  readonly maxSaves: number | null;
  readonly recall: (query: string, options?: RecallOptions) => Promise<Recall>;
  readonly context: ContextPorts;
  readonly get: Session['get'];
  readonly directory: () => Promise<MemoryDirectory>;
  readonly forget: (
    id: string,
    options: { readonly reason: string; readonly batch: string },
  ) => Promise<Forgotten>;
  /** Decides whether turns are recorded; asks the person if nobody has asked yet. */
  readonly mayRecord: () => Promise<boolean>;
  /** 0 keeps conversations. */
  readonly retentionDays: number;
}

/** Cached, because each import takes time, even of a loaded module. */
let rememberMemory: typeof import('../remember/remember-memory.ts').rememberMemory | undefined;

/** Starts a session, or continues one. */
export function createSession(
  options: SessionOptions & { readonly pinnedChanged?: boolean },
  ports: SessionPorts,
  isUnnamed = false,
): Session {
  const { id = createConversationId(), title, client, known = [], pinnedChanged = false } = options;
  const conversation = openConversation({ id, isResumed: options.id !== undefined, title, client }, ports);
  const seen = new Set<string>();
  const repeated = new Set<string>();
  let shown = new Set<string>();
  const heard = new Set<string>();
  let turns = 0;
  const saved = new Set<string>();
  const echoed = new Set<string>();
  const problems = new Set<string>();
  const batch = batchOfSession(id);
  const daily = openDailyNotes({ ...ports, batch });
  const saves = countSaves(id, ports.maxSaves, ports);
  const state = {
    id,
    known: readKnownTexts(known),
    conversation,
    saves,
    see: (memoryId: string) => {
      seen.add(memoryId);
      saved.add(memoryId);
    },
    repeat: (memoryId: string) => void repeated.add(memoryId),
    isRepeat: (content: string, looked: readonly string[]) => {
      const isFirst = !echoed.has(content);
      if (isFirst) echoed.add(content);
      return isFirst && looked.some((each) => !saved.has(each));
    },
    takeShown: () => {
      const ids = [...shown].filter((each) => isMemoryId(each) && !saved.has(each));
      shown = new Set();
      return ids;
    },
    hasSeen: (memoryId: string) => seen.has(memoryId) || repeated.has(memoryId),
  };
  // Run one after the other, so the second of two equal statements finds the first.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const next = last.then(task, task);
    last = next.catch(() => undefined);
    return next;
  };
  const remember = async (item: NewMemory): Promise<Admission> => {
    rememberMemory ??= (await import('../remember/remember-memory.ts')).rememberMemory;
    const { supersedes } = item;
    const full = supersedes === undefined ? item : { ...item, supersedes: await idOf(supersedes) };
    return rememberMemory(full, state, ports);
  };
  /**
   * An abbreviated id means the memory that this session was shown, even if that one is gone and another id
   * has the same beginning.
   */
  const idOf = async (given: string): Promise<string> => {
    const found = findMemoryId(given, seen);
    return found === given.trim() ? (await ports.directory()).idOf(given) : found;
  };
  const link = async (id: string, by: string): Promise<Admission> => {
    const { linkMemory } = await import('../remember/link-memory.ts');
    return linkMemory(await idOf(id), await idOf(by), state, ports);
  };
  const show = (ids: readonly string[]): void => {
    for (const each of ids) {
      seen.add(each);
      shown.add(each);
    }
  };
  const prefix = keepPrefix(id, ports.context);
  // A session's prefix is taken at its start; that of the memory's own session at its first question.
  if (!isUnnamed) prefix.take();
  /** Records new turns, and immediately remembers what the user asks to remember. */
  const record = async (
    messages: readonly MessageLike[],
    asked: AppendOptions,
  ): Promise<readonly NewTurn[]> => {
    const isRecorded = await ports.mayRecord();
    const fresh = isRecorded ? await conversation.append(messages, asked) : [];
    turns += fresh.length;
    const said = isRecorded ? fresh : toTurns(messages).filter((turn) => !heard.has(turn.text));
    for (const { role, text, attached } of said) {
      if (role !== 'user' || attached === true) continue;
      heard.add(text);
      for (const request of findRequests(text)) {
        const content = `${request.slice(0, 1).toUpperCase()}${request.slice(1)}`;
        const kind = isInstruction(content) ? 'preference' : 'fact';
        try {
          await remember({ content, kind, ...(isRecorded ? { quote: request } : {}) });
        } catch (error) {
          // The turn is on disk; a failure to remember is reported when the session ends.
          problems.add(MemoraError.isInstance(error) ? error.code : 'REMEMBER_FAILED');
        }
      }
    }
    return fresh;
  };
  const reflections = countReflected(options.id === undefined ? null : id, ports);
  const reflecting: ReflectSession = {
    id,
    turns: conversation.turns,
    remember,
  };
  return withRemedies<Session>({
    id,
    pinnedChanged,
    append: (messages, asked = {}) => inTurn(() => record(messages, asked)),
    remember: (item) => inTurn(() => remember(item)),
    supersede: (older, item) =>
      inTurn(() => ('by' in item ? link(older, item.by) : remember({ ...item, supersedes: older }))),
    recall: async (query, asked) => {
      const found = await ports.recall(query, asked);
      show([...found.items, ...found.nearest].map(({ memoryId, claimId }) => memoryId ?? claimId));
      return found;
    },
    get: ports.get,
    show,
    context: (request = {}) =>
      buildContext(request, { prefix, show, isOwnTurn: conversation.holds }, ports.context),
    note: (text, asked) => inTurn(() => daily.append(text, asked)),
    forget: async (memoryId, asked) => ports.forget(await idOf(memoryId), { ...asked, batch }),
    file: (command) =>
      inTurn(async () => {
        const { runFileCommand } = await import('../files/run-file-command.ts');
        return runFileCommand(command, ports);
      }),
    memory: ports.context.memory,
    reflect: (asked = {}) =>
      inTurn(() =>
        reflections.onward(async (after) => {
          const { reflectSession } = await import('../reflect/reflect-session.ts');
          const { reflection, last: reached } = await reflectSession(asked, after, reflecting, ports.context);
          return { value: reflection, reached };
        }),
      ),
    end: () =>
      inTurn(async () => {
        await daily.end();
        const deleted = await retainConversations(ports.retentionDays, ports, batch);
        return { id, turns, saved: [...saved], problems: [...problems], deleted };
      }),
  });
}
