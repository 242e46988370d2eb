import type { Band } from './band.ts';
import type { Secret } from './secret.ts';

declare const wireTextBrand: unique symbol;

/**
 * Text that may leave the process. Minted by `@memora/privacy` only, after redaction for the destination.
 * Templates, `+` and `slice` lose the brand on purpose.
 */
export type WireText = string & { readonly [wireTextBrand]: true };

/** A claim as it may leave the process: text that its destination must not see is already replaced by `[redacted]`. */
export interface WireClaim {
  readonly claimId: WireText;
  readonly subject: WireText;
  readonly predicate: WireText;
  readonly object: WireText | null;
  /** The text of its span, null if it is not sent. */
  readonly text: WireText | null;
  readonly noteTitle: WireText | null;
  readonly headingPath: readonly WireText[];
  readonly band: Band;
  /** True if some text was left out. */
  readonly redacted: boolean;
}

/** The address of a request and the kind of service there. */
export interface Destination {
  readonly url: string;
  readonly kind: 'chat' | 'embedding' | 'judge' | 'fetch' | 'mcp';
}

/** The response to an outbound request. */
export interface OutboundReply {
  readonly status: number;
  /** Parsed JSON if the reply declares JSON, otherwise text. */
  readonly body: unknown;
}

/**
 * The only way out of the process, as an interface. It is a property and not a method, because methods are bivariant:
 * an implementation that takes plain strings must not be accepted where wire text is required, or the reverse.
 */
export interface OutboundPort {
  readonly request: <Payload>(
    destination: Destination,
    payload: Payload & WireSafe<Payload>,
    options?: { readonly signal?: AbortSignal; readonly headers?: Readonly<Record<string, string>> },
  ) => Promise<OutboundReply>;
}

type IsAny<T> = 0 extends 1 & T ? true : false;
type IsUnknown<T> = unknown extends T ? (IsAny<T> extends true ? false : true) : false;

/**
 * `T` if no leaf of it could carry plain text; `never` at each leaf that could: wide strings, template patterns, foreign brands, `any`, `unknown`, `object`,
 * `{}`, errors, functions, {@link Secret}, and objects whose keys are not known (keys are text too). Literal strings of the program are safe.
 */
export type WireSafe<T> =
  IsAny<T> extends true
    ? never
    : IsUnknown<T> extends true
      ? never
      : T extends WireText
        ? T
        : T extends string
          ? IsStringLiteral<T> extends true
            ? T
            : never
          : T extends number | boolean | null | undefined
            ? T
            : T extends bigint | symbol | Error | Secret<unknown> | ((...args: never) => unknown)
              ? never
              : T extends readonly unknown[]
                ? { readonly [K in keyof T]: WireSafe<T[K]> }
                : T extends object
                  ? keyof T extends never
                    ? never
                    : { readonly [K in keyof T]: IsKnownKey<K> extends true ? WireSafe<T[K]> : never }
                  : never;

type IsKnownKey<K> = K extends string ? IsStringLiteral<K> : false;

/**
 * True for a literal such as `'user'`; false for `string`, template patterns and branded strings. A record keyed by those has an index signature, which `{}`
 * satisfies, while a record keyed by a literal requires it.
 */
type IsStringLiteral<T extends string> = T extends string
  ? Record<never, never> extends Record<T, 1>
    ? false
    : true
  : never;
