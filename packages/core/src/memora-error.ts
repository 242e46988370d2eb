const brand: unique symbol = Symbol.for('memora.error') as never;

/** The parts of a {@link MemoraError} besides its message. */
export interface MemoraErrorOptions<Code extends string> {
  /** A literal that programs can switch on, in `UPPER_SNAKE_CASE`. */
  readonly code: Code;
  /** What the reader can do about it, in the imperative. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/**
 * The base error of every Memora package. The message names the thing and the reason; `hint` names the remedy. Messages carry ids, paths, offsets and codes,
 * never the text of a note. Each package throws its own subclass, such as `VaultError`, whose `code` is a union of literals.
 */
export class MemoraError<Code extends string = string> extends Error {
  /** The name of the class. A bundler may rename the class itself, so each subclass sets this name. */
  static readonly errorName: string = 'MemoraError';
  readonly code: Code;
  readonly hint: string | undefined;
  readonly [brand] = true;

  constructor(message: string, options: MemoraErrorOptions<Code>) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.errorName;
    this.code = options.code;
    this.hint = options.hint;
  }

  /**
   * Returns true for an error of this class, including one from another copy of its package in the same process. With codes, returns true only for those codes
   * and narrows `code` to them: `MemoraError.isInstance(error, 'VAULT_NOT_FOUND', 'VAULT_LOCKED')`.
   */
  static readonly isInstance = isInstance;
}

/** A function outside the class, because each subclass passes itself as `this`. */
function isInstance<E extends MemoraError, const Code extends E['code'] = E['code']>(
  this: (abstract new (...args: never[]) => E) & { readonly errorName: string },
  value: unknown,
  ...codes: readonly Code[]
): value is E & { readonly code: Code } {
  if (!(value instanceof Error) || (value as { [brand]?: unknown })[brand] !== true) return false;
  return (
    classNamesOf(value).includes(this.errorName) &&
    (codes.length === 0 || codes.includes((value as E).code as Code))
  );
}

/** The `errorName` of an error's class and of each class above it, including classes from another copy of a package. */
function classNamesOf(error: Error): unknown[] {
  const names: unknown[] = [];
  let of: unknown = error.constructor;
  while (typeof of === 'function' && of !== Error) {
    names.push((of as { readonly errorName?: unknown }).errorName);
    of = Object.getPrototypeOf(of);
  }
  return names;
}
