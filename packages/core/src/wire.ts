import type { Secret } from './secret.ts';

declare const wireTextBrand: unique symbol;

/**
 * Text that may leave the process. Minted by `@memora/privacy` only, after redaction for the destination.
 * Templates, `+` and `slice` lose the brand on purpose.
 */
export type WireText = string & { readonly [wireTextBrand]: true };

/** Where a request goes, and what kind of service stands there. */
export interface Destination {
  readonly url: string;
  readonly kind: 'chat' | 'embedding' | 'judge' | 'fetch' | 'mcp';
}

/** What an outbound request came back with. */
export interface OutboundReply {
  readonly status: number;
  readonly body: unknown;
}

/**
 * The one door out, as a port. A property and not a method, because methods are bivariant: an implementation that
 * takes plain strings must not be accepted where wire text is wanted, nor the other way round.
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
 * `T` where no leaf of it could carry plain text, `never` at each leaf that could: wide strings, template patterns,
 * foreign brands, `any`, `unknown`, errors, functions and {@link Secret}. Literal strings of the program are safe.
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
              : T extends object
                ? { readonly [K in keyof T]: WireSafe<T[K]> }
                : never;

/** True for a literal such as `'user'`; false for `string`, template patterns and branded strings. */
type IsStringLiteral<T extends string> = string extends T
  ? false
  : T extends `${infer Head}${infer Rest}`
    ? string extends Head
      ? false
      : Rest extends ''
        ? true
        : IsStringLiteral<Rest>
    : T extends ''
      ? true
      : false;
