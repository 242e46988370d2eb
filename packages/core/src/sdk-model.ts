/**
 * A language model of any version of the AI SDK: a model id, or the object that a provider makes. The shape is declared here so that nobody needs the SDK's
 * types to compile.
 */
export type SdkModel =
  | string
  | {
      readonly specificationVersion: string;
      readonly provider: string;
      readonly modelId: string;
      doGenerate(options: never): PromiseLike<unknown>;
      doStream(options: never): PromiseLike<unknown>;
    };
