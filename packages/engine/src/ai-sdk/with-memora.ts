import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4Middleware,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import type { SdkModel } from '@memora/core';
import { leakGuardMiddleware } from '@memora/privacy/ai-sdk';
import { wrapLanguageModel } from 'ai';
import type { PromptRequest } from '../memory.ts';
import { type AskableMemory, refreshFirst } from './askable-memory.ts';
import { createCitationCollector } from './to-citations.ts';

/** How a model is given a memory. */
export interface WithMemoraOptions extends Omit<PromptRequest, 'signal'> {
  /** What is said where the model wrote text and nothing of it stands; nothing by default. */
  readonly fallback?: string;
}

/**
 * A model that answers the last user message from the memory: claims are retrieved and put into the prompt, and of what the model
 * writes only verified statements come out, with citations in the SDK's own parts. Tool calls pass through.
 * Secret claims are redacted in the prompt unless `place: 'loopback'` says that the model runs on this machine; for any other
 * model the guard scans each call, whatever put text into it: `LeakError` stops one that holds secret text of the notes.
 * Models of `ai` 5, 6 and 7 are wrapped by the `ai` that stands beside this package, and stay what they are.
 */
export function withMemora<Model extends Exclude<SdkModel, string>>(
  model: Model,
  memory: AskableMemory,
  { fallback, ...options }: WithMemoraOptions = {},
): Model {
  const allowedIdsOf = new WeakMap<LanguageModelV4CallOptions, readonly string[]>();
  const typedFor = new WeakMap<object, readonly string[]>();
  const verifyOptions = (params: LanguageModelV4CallOptions) => ({
    // Without a question of its own a step goes on from tool results, which bring claims that are not known here.
    ...(allowedIdsOf.has(params) ? { allowedIds: allowedIdsOf.get(params) ?? [] } : {}),
    ...(options.asOf === undefined ? {} : { asOf: options.asOf }),
    ...(options.place === 'loopback' ? { reveal: true } : {}),
    ...(params.abortSignal === undefined ? {} : { signal: params.abortSignal }),
  });
  const middleware: LanguageModelV4Middleware = {
    specificationVersion: 'v4',
    transformParams: async ({ params }) => {
      const question = lastQuestion(params.prompt);
      if (question === null) {
        typedFor.set(params, textsOfUser(params.prompt));
        return params;
      }
      const signal = params.abortSignal === undefined ? {} : { signal: params.abortSignal };
      await refreshFirst(memory, params.abortSignal);
      const built = await memory.prompt(question, { ...options, ...signal });
      const next = { ...params, prompt: inject(params.prompt, built) };
      allowedIdsOf.set(next, built.claimIds);
      typedFor.set(next, textsOfUser(params.prompt));
      return next;
    },
    wrapGenerate: async ({ doGenerate, params }) => {
      const result = await doGenerate();
      const content: LanguageModelV4Content[] = [];
      let written = '';
      for (const part of result.content) {
        if (part.type !== 'text') {
          content.push(part);
          continue;
        }
        written += part.text;
        const report = await memory.verify(part.text, verifyOptions(params));
        const collector = createCitationCollector();
        for (const statement of report.statements.filter((each) => each.supported && each.kind === 'claim')) {
          const checks = statement.checks.flatMap((index) => report.checks[index] ?? []);
          collector.add(statement, checks, report.cleanText);
        }
        content.push(
          { ...part, text: report.cleanText, citations: [...collector.citations] },
          ...collector.sources(),
        );
      }
      const stands = content.some((part) => part.type === 'text' && part.text.trim() !== '');
      if (fallback !== undefined && written.trim() !== '' && !stands)
        content.push({ type: 'text', text: fallback });
      return { ...result, content };
    },
    wrapStream: async ({ doStream, params }) => {
      const result = await doStream();
      return {
        ...result,
        stream: result.stream.pipeThrough(verifyParts(memory, verifyOptions(params), fallback)),
      };
    },
  };
  const guarding = leakGuardMiddleware(memory.guard, {
    guards: () => options.place !== 'loopback',
    exemptOf: (params) => typedFor.get(params) ?? [],
  });
  const wrapped = wrapLanguageModel({
    model: model as unknown as LanguageModelV4,
    middleware: [middleware, guarding],
  });
  return wrapped as unknown as Model;
}

/** What the person has typed: their messages, as they came in. */
function textsOfUser(prompt: LanguageModelV4Prompt): string[] {
  return prompt.flatMap((message) =>
    message.role === 'user'
      ? message.content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
      : [],
  );
}

/** The text of the last message, where that is a user's. A tool's result goes on with the claims already given. */
function lastQuestion(prompt: LanguageModelV4Prompt): string | null {
  const last = prompt.at(-1);
  if (last?.role !== 'user') return null;
  const text = last.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return text.trim() === '' ? null : text;
}

function inject(
  prompt: LanguageModelV4Prompt,
  built: { readonly instructions: string; readonly prompt: string },
): LanguageModelV4Prompt {
  const last = prompt.at(-1);
  if (last?.role !== 'user') return prompt;
  const others = last.content.filter((part) => part.type !== 'text');
  return [
    { role: 'system', content: built.instructions },
    ...prompt.slice(0, -1),
    { ...last, content: [{ type: 'text', text: built.prompt }, ...others] },
  ];
}

type Parts = LanguageModelV4StreamPart;

/** Lets each text block through statement by statement, as it verifies; every other part passes at once. */
function verifyParts(
  memory: AskableMemory,
  options: Parameters<AskableMemory['verifyStream']>[0],
  fallback: string | undefined,
): TransformStream<Parts, Parts> {
  let written = '';
  let shown = '';
  const blocks = new Map<string, ReturnType<typeof openBlock>>();
  const openBlock = (id: string, controller: TransformStreamDefaultController<Parts>) => {
    const stream = memory.verifyStream(options);
    const writer = stream.writable.getWriter();
    const collector = createCitationCollector();
    let text = '';
    const done = (async () => {
      for await (const part of stream.readable) {
        if (part.type === 'text') {
          text += part.text;
          shown += part.text;
          controller.enqueue({ type: 'text-delta', id, delta: part.text });
        } else if (part.type === 'statement') collector.add(part.statement, part.checks, text);
      }
    })();
    done.catch(() => undefined);
    return {
      write: (delta: string) => writer.write(delta),
      end: async () => {
        await writer.close();
        await done;
        return collector;
      },
    };
  };
  return new TransformStream<Parts, Parts>({
    transform: async (part, controller) => {
      switch (part.type) {
        case 'text-start':
          blocks.set(part.id, openBlock(part.id, controller));
          controller.enqueue(part);
          break;
        case 'text-delta':
          written += part.delta;
          await blocks.get(part.id)?.write(part.delta);
          break;
        case 'text-end': {
          const collector = await blocks.get(part.id)?.end();
          controller.enqueue({ ...part, citations: [...(collector?.citations ?? [])] });
          for (const source of collector?.sources() ?? []) controller.enqueue(source);
          break;
        }
        case 'finish':
          if (fallback !== undefined && written.trim() !== '' && shown.trim() === '')
            for (const each of fallbackParts(fallback)) controller.enqueue(each);
          controller.enqueue(part);
          break;
        default:
          controller.enqueue(part);
      }
    },
  });
}

function fallbackParts(text: string): Parts[] {
  const id = 'memora-fallback';
  return [
    { type: 'text-start', id },
    { type: 'text-delta', id, delta: text },
    { type: 'text-end', id },
  ];
}
