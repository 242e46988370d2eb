const REDACTED = '<redacted>';

/**
 * Holds a value that must not be printed: it shows as `<redacted>` in string conversion, JSON, template strings and `console.log`. `reveal()` is the only way
 * to the value and is easy to search for.
 */
export class Secret<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** Returns the value itself. Review each call site. */
  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [Symbol.toPrimitive](): string {
    return REDACTED;
  }

  /** What Node's `util.inspect` prints. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return REDACTED;
  }
}
