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
 * Messages carry ids, paths, offsets and codes, never text of a note. Each package throws a class of its own,
 * such as `VaultError`, whose `code` is one of a union of literals.
 */
export class MemoraError<Code extends string = string> extends Error {
  /** The name of the class. A bundler may rename the class itself, so that a subclass has to state it. */
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
   * Returns true for an error of this class, also for one of another copy of its package, so that two bundles in one process agree. With codes, returns true
   * for one of these alone, and `code` has their type: `MemoraError.isInstance(error, 'VAULT_NOT_FOUND', 'VAULT_LOCKED')`.
   */
  static readonly isInstance = isInstance;
}

/** A function of its own, because each subclass asks for itself by `this`. */
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

/** The names that the class of an error and those above it state, also of another copy of a package. */
function classNamesOf(error: Error): unknown[] {
  const names: unknown[] = [];
  let of: unknown = error.constructor;
  while (typeof of === 'function' && of !== Error) {
    names.push((of as { readonly errorName?: unknown }).errorName);
    of = Object.getPrototypeOf(of);
  }
  return names;
}
