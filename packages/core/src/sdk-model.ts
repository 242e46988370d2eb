/**
 * A language model of the AI SDK, of any of its versions: the id of one, or what a provider makes. The shape is here so that nobody needs
 * the SDK's types to compile against these.
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
