import type {
  LanguageModelV4,
  LanguageModelV4Content,
  LanguageModelV4Middleware,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import type { MessageLike } from '@memora/conversations';
import { MemoraError } from '@memora/core';
import { leakGuardMiddleware } from '@memora/privacy/ai-sdk';
import { wrapLanguageModel } from 'ai';
import type { ContextPack, ModelPlace } from '../context/context-pack.ts';
import type { Session } from '../session/session.ts';
import { type CheckedText, checkText, type VerifyMode } from './check-text.ts';
import { lastUserTurn, placePack, type UserTurn } from './place-pack.ts';

/** How a model is given the memory of an agent. */
export interface WithAgentMemoryOptions {
  /** Tokens of the whole prompt; the turn part takes a fifth of it at most. 4,000 by default. */
  readonly budget?: number;
  /**
   * What the validator does with statements of the answer whose citation does not hold: nothing by default; `annotate` tells of them in the text part's
   * `providerMetadata.memora`; `strip` takes them out, and a stream then gives each text at its end. A statement without a citation stays.
   */
  readonly verify?: VerifyMode;
  /** `loopback` says that the model runs on this machine and may see secret text; `cloud` by default. */
  readonly place?: ModelPlace;
  /** False records no turns. */
  readonly record?: boolean;
  /** Told the code of what went wrong with the memory while the model answers all the same; a warning of the process by default. */
  readonly onProblem?: (code: string) => void;
}

/**
 * A model that is shown what the session remembers, once for each message of the user, and whose turns are recorded. The continuations of a tool loop have the
 * same pack; everything else passes through. Where the memory fails, the model answers without it. For any model but a local one the guard scans
 * each call: `LeakError` stops one that holds secret text of the notes.
 */
export function withAgentMemory(
  model: LanguageModelV4,
  session: Session,
  options: WithAgentMemoryOptions = {},
): LanguageModelV4 {
  const { verify = 'off', record = true, place = 'cloud' } = options;
  const onProblem =
    options.onProblem ??
    ((code: string) => process.emitWarning(`The memory is left out: ${code}.`, { code }));
  const typedFor = new WeakMap<object, readonly string[]>();
  /** Records what a call's prompt says, once, however often it is asked to. */
  const recordOf = new WeakMap<object, () => Promise<void>>();
  let current: { readonly key: string; readonly pack: ContextPack } | null = null;
  const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      onProblem(MemoraError.isInstance(error) ? error.code : 'MEMORY_FAILED');
      return null;
    }
  };
  const packFor = async (turn: UserTurn, signal: AbortSignal | undefined): Promise<ContextPack | null> => {
    const key = `${turn.at}\n${turn.text}`;
    if (current?.key === key) return current.pack;
    const { budget } = options;
    const pack = await attempt(() =>
      session.context({
        question: turn.text,
        model: place,
        ...(budget === undefined ? {} : { budget }),
        ...(signal === undefined ? {} : { signal }),
      }),
    );
    if (pack !== null) current = { key, pack };
    return pack;
  };
  const remember = async (messages: readonly MessageLike[]): Promise<void> => {
    if (record) await attempt(() => session.append(messages));
  };
  const said = (text: string): Promise<void> =>
    text.trim() === '' ? Promise.resolve() : remember([{ role: 'assistant', content: text }]);
  const check = (text: string): Promise<CheckedText> =>
    attempt(() => checkText(text, verify, session.memory, place === 'loopback')).then(
      (checked) => checked ?? { text, metadata: null },
    );
  const middleware: LanguageModelV4Middleware = {
    specificationVersion: 'v4',
    transformParams: async ({ params }) => {
      const turn = lastUserTurn(params.prompt);
      const pack = turn === null ? null : await packFor(turn, params.abortSignal);
      const next =
        turn === null || pack === null
          ? { ...params }
          : { ...params, prompt: placePack(params.prompt, pack, turn) };
      typedFor.set(next, textsOfUser(params.prompt));
      // After the pack, which shows nothing of what is said just now, and after the model's first word: nobody waits for a disk.
      const said = params.prompt.filter(({ role }) => role !== 'system') as unknown as MessageLike[];
      let recording: Promise<void> | undefined;
      recordOf.set(next, () => {
        recording ??= remember(said);
        return recording;
      });
      return next;
    },
    wrapGenerate: async ({ doGenerate, params }) => {
      const record = recordOf.get(params) ?? nothing;
      const result = await Promise.resolve(doGenerate()).finally(record);
      const content: LanguageModelV4Content[] = [];
      for (const part of result.content) {
        if (part.type !== 'text' || verify === 'off') content.push(part);
        else {
          const { text, metadata } = await check(part.text);
          content.push({ ...part, text, ...withMetadata(part.providerMetadata, metadata) });
        }
      }
      await said(content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n'));
      return { ...result, content };
    },
    wrapStream: async ({ doStream, params }) => {
      const record = recordOf.get(params) ?? nothing;
      const result = await Promise.resolve(doStream()).catch(async (error: unknown) => {
        await record();
        throw error;
      });
      return { ...result, stream: result.stream.pipeThrough(recordParts({ verify, check, record, said })) };
    },
  };
  const guarding = leakGuardMiddleware(session.memory.guard, {
    guards: () => place !== 'loopback',
    exemptOf: (params) => typedFor.get(params) ?? [],
  });
  return wrapLanguageModel({ model, middleware: [middleware, guarding] });
}

/** What the person has typed may leave: it came from them. */
function textsOfUser(prompt: LanguageModelV4Prompt): string[] {
  return prompt.flatMap((message) =>
    message.role === 'user'
      ? message.content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
      : [],
  );
}

function withMetadata(given: object | undefined, metadata: CheckedText['metadata']) {
  return metadata === null ? {} : { providerMetadata: { ...given, memora: metadata } };
}

type Parts = LanguageModelV4StreamPart;

const nothing = async (): Promise<void> => undefined;

/** Parts before which a model has said nothing. */
const SILENT = new Set<string>(['stream-start', 'response-metadata', 'text-start', 'reasoning-start']);

interface Recording {
  readonly verify: VerifyMode;
  readonly check: (text: string) => Promise<CheckedText>;
  /** Records what the model was asked. */
  readonly record: () => Promise<void>;
  /** Records what it said. */
  readonly said: (text: string) => Promise<void>;
}

/** Lets parts through and records what was said, both sides; with `strip` a text goes out as a whole, once it is checked. */
function recordParts({ verify, check, record, said }: Recording): TransformStream<Parts, Parts> {
  const open = new Map<string, string>();
  const texts: string[] = [];
  const letThrough = async (
    part: Parts,
    controller: TransformStreamDefaultController<Parts>,
  ): Promise<void> => {
    if (part.type === 'text-start') open.set(part.id, '');
    if (part.type === 'text-delta') {
      open.set(part.id, (open.get(part.id) ?? '') + part.delta);
      if (verify === 'strip') return;
    }
    if (part.type !== 'text-end') {
      controller.enqueue(part);
      return;
    }
    const text = open.get(part.id) ?? '';
    open.delete(part.id);
    const checked = verify === 'off' ? { text, metadata: null } : await check(text);
    texts.push(checked.text);
    if (verify === 'strip' && checked.text !== '')
      controller.enqueue({ type: 'text-delta', id: part.id, delta: checked.text });
    controller.enqueue({ ...part, ...withMetadata(part.providerMetadata, checked.metadata) });
  };
  return new TransformStream<Parts, Parts>({
    transform: async (part, controller) => {
      await letThrough(part, controller);
      // Begun here, so that a tool that the answer calls finds the turn; waited for at the end.
      if (!SILENT.has(part.type)) void record();
    },
    flush: async () => {
      await record();
      await said([...texts, ...open.values()].join('\n\n'));
    },
    // A reader that goes away has asked all the same.
    cancel: record,
  });
}
