/** A function of the schema and its permissions. */
export interface TeamFunction<
  Name extends string = string,
  Signature extends string = string,
  Returns extends string = string,
> {
  readonly name: Name;
  readonly signature: Signature;
  readonly returns: Returns;
  /** The roles that may call it, without `memora_`; empty if only other functions do. */
  readonly to: string;
  readonly isDefiner: boolean;
  readonly volatility: 'STABLE' | 'VOLATILE';
  readonly language: 'sql' | 'plpgsql';
  readonly body: string;
  /** True if its statements use one generic plan per connection, because each finds its rows by an index whatever the values. */
  readonly isPlannedOnce?: boolean;
  /** The first schema with this function; 1 by default. */
  readonly since?: number;
  /** The first schema without this function; none by default. */
  readonly until?: number;
}

/** Returns a function that runs as the owner. */
export function definer<Name extends string, Signature extends string, Returns extends string>(
  name: Name,
  signature: Signature,
  returns: Returns,
  body: string,
  to = '',
): TeamFunction<Name, Signature, Returns> {
  const isProgram = ['BEGIN', 'DECLARE'].some((word) => body.trimStart().startsWith(word));
  const language = isProgram ? 'plpgsql' : 'sql';
  return { name, signature, returns, to, isDefiner: true, volatility: 'VOLATILE', language, body };
}
