import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4Middleware,
} from '@ai-sdk/provider';
import type { SdkModel } from '@memora/core';
import { leakGuardMiddleware } from '@memora/privacy/ai-sdk';
import { joinCall, runInCall, textsOfUser } from '@memora/privacy/internal';
import { wrapLanguageModel } from 'ai';
import { type AskableMemory, refreshFirst } from './askable-memory.ts';
import { checkReply, type ReplyRules } from './check-reply.ts';
import { checkReplyStream } from './check-reply-stream.ts';
import { type FoundNotes, findNotes } from './find-notes.ts';
import { placeNotes } from './place-notes.ts';
import type { WithMemoraOptions } from './with-memora-options.ts';

/** One call of the model: what it was shown, and how its reply will be checked. */
interface Prepared {
  readonly found: FoundNotes;
  readonly joined: ReturnType<typeof joinCall<LanguageModelV4CallOptions['prompt']>>;
  /** False if the call continues after the result of a tool, which adds claims that are not known here. */
  readonly isQuestion: boolean;
}

/**
 * Returns a model that answers from the memory. The passages of the notes about the last user message are added to it, and only statements with valid citations
 * are passed on from the reply, with citations in the SDK's own parts. If the notes have nothing about a message, it passes unchanged, and so does its reply.
 * Tool calls pass through. `mode` changes this.
 *
 * You can combine it with `withAgentMemory` of `@memora/agent-memory` in either order, over the same vault: each reads the user's words as typed.
 *
 * Secret claims are redacted in the prompt unless `place: 'loopback'` says that the model runs on this machine; for any other model the guard scans each call,
 * whatever added text to it: `LeakError` stops a call that contains secret text of the notes. Models of `ai` 5, 6 and 7 are wrapped by the `ai` that is
 * installed next to this package, and keep their type.
 */
export function withMemora<Model extends Exclude<SdkModel, string>>(
  model: Model,
  memory: AskableMemory,
  options: WithMemoraOptions = {},
): Model {
  const preparedFor = new WeakMap<object, Prepared>();
  /** The notes of the question that a tool loop continues. */
  let latest: { readonly key: string; readonly found: FoundNotes } | null = null;
  const rulesOf = (params: LanguageModelV4CallOptions): ReplyRules => {
    const prepared = preparedFor.get(params);
    const { claimIds = [], isKept = false } = prepared?.found ?? {};
    const asked = textsOfUser(prepared?.joined.call.prompt ?? [])
      .at(-1)
      ?.join('\n');
    return {
      cite: prepared?.found.cite,
      openCiting: prepared?.found.openCiting,
      fallback: options.fallback,
      isGrounded: !isKept,
      verify: {
        ...(prepared?.isQuestion === true
          ? { allowedIds: [...claimIds, ...prepared.joined.call.shownIds] }
          : {}),
        ...(isKept ? { uncited: 'keep' as const } : {}),
        // The reply may contain figures of the question without a note that states them.
        ...(asked === undefined ? {} : { question: asked }),
        ...(options.policy === undefined ? {} : { policy: options.policy }),
        ...(options.asOf === undefined ? {} : { asOf: options.asOf }),
        ...(options.place === 'loopback' ? { reveal: true } : {}),
        ...(params.abortSignal === undefined ? {} : { signal: params.abortSignal }),
      },
      onReply: async (text) => {
        if (prepared?.joined.isOutermost !== true || text.trim() === '') return;
        for (const record of prepared.joined.call.onReply) await record(text);
      },
    };
  };
  const middleware: LanguageModelV4Middleware = {
    specificationVersion: 'v4',
    transformParams: async ({ params }) => {
      const joined = joinCall(params.prompt);
      // Other people's words in the user's message are searched like any question; nothing is recorded here.
      const conversation = joined.isRewritten ? params.prompt : joined.call.prompt;
      const isQuestion = params.prompt.at(-1)?.role === 'user';
      const key = JSON.stringify(textsOfUser(conversation));
      const signal = params.abortSignal;
      await refreshFirst(memory, signal);
      const found =
        !isQuestion && latest?.key === key
          ? latest.found
          : await findNotes(conversation, memory, options, signal);
      latest = { key, found };
      for (const id of found.claimIds) joined.call.shownIds.add(id);
      const next = { ...params, prompt: placeNotes(params.prompt, found) };
      preparedFor.set(next, { found, joined, isQuestion });
      return next;
    },
    wrapGenerate: async ({ doGenerate, params }) => {
      const prepared = preparedFor.get(params);
      const result = await (prepared === undefined
        ? doGenerate()
        : runInCall(prepared.joined.call, doGenerate));
      const content: LanguageModelV4Content[] = await checkReply(result.content, memory, rulesOf(params));
      return { ...result, content };
    },
    wrapStream: async ({ doStream, params }) => {
      const prepared = preparedFor.get(params);
      const result = await (prepared === undefined ? doStream() : runInCall(prepared.joined.call, doStream));
      return { ...result, stream: result.stream.pipeThrough(checkReplyStream(memory, rulesOf(params))) };
    },
  };
  const guarding = leakGuardMiddleware(memory.guard, {
    guards: () => options.place !== 'loopback',
    // The user's own words may leave, because the user typed them.
    exemptOf: (params) => textsOfUser(preparedFor.get(params)?.joined.call.prompt ?? []).flat(),
  });
  const wrapped = wrapLanguageModel({
    model: model as unknown as LanguageModelV4,
    middleware: [middleware, guarding],
  });
  return wrapped as unknown as Model;
}
