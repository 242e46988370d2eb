import type { Schema, Tool } from 'ai';

/** A tool for AI SDK 5, 6 or 7, typed by its input and output; you can call it without a model. */
export type Executable<Input, Output> = {
  readonly execute: (
    input: Input,
    options: { readonly abortSignal?: AbortSignal | undefined },
  ) => Promise<Output>;
} & Tool<Input, Output>;

/** Creates an {@link Executable}. The SDK's own `tool` infers different types in each version. */
export function executable<Input, Output>(made: {
  readonly description: string;
  readonly inputSchema: Schema<Input>;
  readonly execute: Executable<Input, Output>['execute'];
}): Executable<Input, Output> {
  return made as unknown as Executable<Input, Output>;
}
