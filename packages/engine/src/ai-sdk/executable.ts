import type { Schema, Tool } from 'ai';

/** A tool of the AI SDK 5, 6 or 7, typed by what it takes and gives; it can be called without a model. */
export type Executable<Input, Output> = {
  readonly execute: (
    input: Input,
    options: { readonly abortSignal?: AbortSignal | undefined },
  ) => Promise<Output>;
} & Tool<Input, Output>;

/** Makes such a tool. The SDK's own `tool` infers other types in each of its versions. */
export function executable<Input, Output>(made: {
  readonly description: string;
  readonly inputSchema: Schema<Input>;
  readonly execute: Executable<Input, Output>['execute'];
}): Executable<Input, Output> {
  return made as unknown as Executable<Input, Output>;
}
