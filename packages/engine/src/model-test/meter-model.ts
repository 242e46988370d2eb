import type { LanguageModelV4, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { SdkModel } from '@memora/core';
import { loadAiSdk } from '../models/load-optional.ts';

/** The counted usage of a model. */
export interface ModelCost {
  readonly calls: number;
  /** Tokens as the model counts them; null if it does not say. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly seconds: number;
}

/** Counts the calls of a model. */
export interface ModelMeter {
  readonly model: SdkModel;
  /** Returns the usage since the last call. */
  readonly take: () => ModelCost;
}

/** Counts calls, tokens and time of a model. Concurrent calls each count their full time. */
export async function meterModel(model: SdkModel): Promise<ModelMeter> {
  const { wrapLanguageModel } = await loadAiSdk();
  let counted = { calls: 0, input: 0, output: 0, said: false, milliseconds: 0 };
  const add = (usage: LanguageModelV4Usage | undefined, began: number): void => {
    const { inputTokens, outputTokens } = usage ?? {};
    counted.milliseconds += performance.now() - began;
    if (inputTokens?.total === undefined && outputTokens?.total === undefined) return;
    counted.said = true;
    counted.input += inputTokens?.total ?? 0;
    counted.output += outputTokens?.total ?? 0;
  };
  const metered = wrapLanguageModel({
    model: model as LanguageModelV4,
    middleware: {
      specificationVersion: 'v4',
      wrapGenerate: async ({ doGenerate }) => {
        const began = performance.now();
        counted.calls++;
        const result = await doGenerate();
        add(result.usage, began);
        return result;
      },
      wrapStream: async ({ doStream }) => {
        const began = performance.now();
        counted.calls++;
        const result = await doStream();
        const counting = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
          transform: (part, controller) => {
            if (part.type === 'finish') add(part.usage, began);
            controller.enqueue(part);
          },
        });
        return { ...result, stream: result.stream.pipeThrough(counting) };
      },
    },
  });
  return {
    model: metered,
    take: () => {
      const { calls, input, output, said, milliseconds } = counted;
      counted = { calls: 0, input: 0, output: 0, said: false, milliseconds: 0 };
      return {
        calls,
        inputTokens: said ? input : null,
        outputTokens: said ? output : null,
        seconds: milliseconds / 1000,
      };
    },
  };
}
