import type { LanguageModelV4, LanguageModelV4Content, LanguageModelV4Middleware } from '@ai-sdk/provider';
import type { MessageLike } from '@memora/conversations';
import { MemoraError, type SdkModel } from '@memora/core';
import { leakGuardMiddleware } from '@memora/privacy/ai-sdk';
import { joinCall, runInCall, type SharedCall, textsOfUser } from '@memora/privacy/internal';
import { parseCitations } from '@memora/validator';
import { wrapLanguageModel } from 'ai';
import type { ContextPack, ModelPlace } from '../context/context-pack.ts';
import type { Session } from '../session/session.ts';
import { type CheckedText, checkText, type VerifyMode, withMetadata } from './check-text.ts';
import { lastUserTurn, placePack, type UserTurn } from './place-pack.ts';
import { recordParts } from './record-parts.ts';

/** Options of {@link withAgentMemory}. */
export interface WithAgentMemoryOptions {
  /** Tokens of the whole prompt; the turn part takes at most a fifth of it. 4,000 by default. */
  readonly budget?: number;
  /**
   * How the validator treats statements of the answer with an invalid citation: not at all by default;
   * `annotate` lists them in the text part's `providerMetadata.memora`; `strip` removes them, and a stream
   * then delivers each text at its end. A statement without a citation stays.
   */
  readonly verify?: VerifyMode;
  /** `loopback` if the model runs on this machine and may see secret text; `cloud` by default. */
  readonly place?: ModelPlace;
  /** False records no turns. */
  readonly record?: boolean;
  /** Called with the code of a problem with the memory; the model still answers. A process warning by default. */
  readonly onProblem?: (code: string) => void;
}

/**
 * Wraps a model: it sees what the session remembers, once for each message of the user, and its turns are recorded. The continuations of a tool loop have the
 * same pack; everything else passes through. If the memory fails, the model answers without it. For any model but a local one, the guard scans each call:
 * `LeakError` stops one that holds secret text of the notes.
 *
 * It may be combined with `withMemora` of `@memora/engine` in either order, over the same vault: the recorded turns are the user's typed text and the reply
 * that the user got. If a middleware between the two replaces the user's words, nothing is recorded, and `onProblem` gets `PROMPT_REWRITTEN`. Models of `ai` 5,
 * 6 and 7 are wrapped by the installed version of `ai`, and keep their type.
 */
export function withAgentMemory<Model extends Exclude<SdkModel, string>>(
  model: Model,
  session: Session,
  options: WithAgentMemoryOptions = {},
): Model {
  const { verify = 'off', record = true, place = 'cloud' } = options;
  const onProblem =
    options.onProblem ??
    ((code: string) => process.emitWarning(`The memory is left out: ${code}.`, { code }));
  const recordingOf = new WeakMap<object, CallRecording>();
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
  const check = (text: string): Promise<CheckedText> =>
    attempt(() => checkText(text, verify, session.memory, place === 'loopback')).then(
      (checked) => checked ?? { text, metadata: null },
    );
  const middleware: LanguageModelV4Middleware = {
    specificationVersion: 'v4',
    transformParams: async ({ params }) => {
      const joined = joinCall(params.prompt);
      const { call, isRewritten } = joined;
      if (isRewritten && record) onProblem('PROMPT_REWRITTEN');
      const conversation = isRewritten ? params.prompt : call.prompt;
      const turn = lastUserTurn(conversation);
      const pack = turn === null ? null : await packFor(turn, params.abortSignal);
      const next = pack === null ? { ...params } : { ...params, prompt: placePack(params.prompt, pack) };
      if (pack !== null)
        for (const { claimId } of parseCitations(`${pack.prefix}\n${pack.turn}`)) call.shownIds.add(claimId);
      // After the pack, which excludes the current message, and after the model's first word, so nobody waits for a disk.
      const messages = conversation.filter(({ role }) => role !== 'system') as unknown as MessageLike[];
      let recording: Promise<void> | undefined;
      recordingOf.set(next, {
        call,
        asked: () => {
          recording ??= isRewritten ? Promise.resolve() : remember(messages);
          return recording;
        },
        said: async (text) => {
          if (isRewritten || text.trim() === '') return;
          // An outer wrapper may change the reply; the version that the person gets is recorded.
          call.onReply.push((shown) => remember([{ role: 'assistant', content: shown }]));
          if (joined.isOutermost) for (const recordReply of call.onReply) await recordReply(text);
        },
      });
      return next;
    },
    wrapGenerate: async ({ doGenerate, params }) => {
      const recording = recordingOf.get(params);
      if (recording === undefined) return doGenerate();
      const { call, asked, said } = recording;
      const result = await Promise.resolve(runInCall(call, doGenerate)).finally(asked);
      const content: LanguageModelV4Content[] = [];
      for (const part of result.content) {
        if (part.type !== 'text' || verify === 'off') content.push(part);
        else {
          const { text, metadata } = await check(part.text);
          content.push({ ...part, text, ...withMetadata(part.providerMetadata, metadata) });
        }
      }
      const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
      await said(text);
      return { ...result, content };
    },
    wrapStream: async ({ doStream, params }) => {
      const recording = recordingOf.get(params);
      if (recording === undefined) return doStream();
      const { call, asked, said } = recording;
      const result = await Promise.resolve(runInCall(call, doStream)).catch(async (error: unknown) => {
        await asked();
        throw error;
      });
      return {
        ...result,
        stream: result.stream.pipeThrough(recordParts({ verify, check, record: asked, said })),
      };
    },
  };
  const guarding = leakGuardMiddleware(session.memory.guard, {
    guards: () => place !== 'loopback',
    // The person's own typed text may leave, because the person typed it.
    exemptOf: (params) => textsOfUser(recordingOf.get(params)?.call.prompt ?? []).flat(),
  });
  const wrapped = wrapLanguageModel({
    model: model as unknown as LanguageModelV4,
    middleware: [middleware, guarding],
  });
  return wrapped as unknown as Model;
}

/** The recording of a call. */
interface CallRecording {
  readonly call: SharedCall;
  /** Records the model's input once, however often it is called. */
  readonly asked: () => Promise<void>;
  /** Records the model's reply. */
  readonly said: (text: string) => Promise<void>;
}
