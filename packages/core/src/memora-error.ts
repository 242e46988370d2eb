const brand: unique symbol = Symbol.for('memora.error') as never;

/** What a {@link MemoraError} is made of besides its message. */
export interface MemoraErrorOptions<Code extends string> {
  /** A literal that programs can switch on, in `UPPER_SNAKE_CASE`. */
  readonly code: Code;
  /** What the reader can do about it, as an imperative sentence. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/**
 * The error of every Memora package. The message names the thing and the reason, `hint` the remedy.
 * Messages carry ids, paths, offsets and codes, never text of a note.
 */
export class MemoraError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly hint: string | undefined;
  readonly [brand] = true;

  constructor(message: string, options: MemoraErrorOptions<Code>) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'MemoraError';
    this.code = options.code;
    this.hint = options.hint;
  }

  /**
   * True for a MemoraError of any copy of this package, so that two bundles in one process agree. With codes, true for one of these alone, and its `code` is
   * typed by them: `MemoraError.isInstance(error, 'VAULT_NOT_FOUND', 'VAULT_LOCKED')`.
   */
  static isInstance<const Code extends string = string>(
    value: unknown,
    ...codes: readonly Code[]
  ): value is MemoraError<Code> {
    if (!(value instanceof Error) || (value as { [brand]?: unknown })[brand] !== true) return false;
    return codes.length === 0 || codes.includes((value as MemoraError<Code>).code);
  }
}
