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

/** A call of the model: what it was shown, and what its reply is held to. */
interface Prepared {
  readonly found: FoundNotes;
  readonly joined: ReturnType<typeof joinCall<LanguageModelV4CallOptions['prompt']>>;
  /** False if the call goes on from the result of a tool, which brings claims that are not known here. */
  readonly isQuestion: boolean;
}

/**
 * A model that answers from the memory. The passages that the notes have about the last user message are put before it, and of the reply only
 * statements come out whose citations hold, with citations in the SDK's own parts. A message about which the notes say nothing passes as it is, and so does
 * its reply. Tool calls pass through. `mode` says otherwise.
 *
 * It may be combined with `withAgentMemory` of `@memora/agent-memory` in either order, over the same vault: each reads the user's words as the
 * user typed them.
 *
 * Secret claims are redacted in the prompt unless `place: 'loopback'` says that the model runs on this machine; for any other model the guard scans
 * each call, whatever put text into it: `LeakError` stops one that holds secret text of the notes. Models of `ai` 5, 6 and 7 are
 * wrapped by the `ai` that is installed beside this package, and keep their type.
 */
export function withMemora<Model extends Exclude<SdkModel, string>>(
  model: Model,
  memory: AskableMemory,
  options: WithMemoraOptions = {},
): Model {
  const preparedFor = new WeakMap<object, Prepared>();
  /** What was found for the question that a tool loop goes on with. */
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
        // Figures of the question may be in the reply without a note that says them.
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
      // Words that somebody else put into the user's message are a question as good as another; nothing is recorded here.
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
    // What the person has typed may leave: it came from them.
    exemptOf: (params) => textsOfUser(preparedFor.get(params)?.joined.call.prompt ?? []).flat(),
  });
  const wrapped = wrapLanguageModel({
    model: model as unknown as LanguageModelV4,
    middleware: [middleware, guarding],
  });
  return wrapped as unknown as Model;
}
