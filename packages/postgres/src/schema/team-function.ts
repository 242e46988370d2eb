/** A function of the schema and its permissions. */
export interface TeamFunction {
  readonly name: string;
  readonly signature: string;
  readonly returns: string;
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
export function definer(
  name: string,
  signature: string,
  returns: string,
  language: TeamFunction['language'],
  body: string,
): TeamFunction {
  return { name, signature, returns, isDefiner: true, volatility: 'VOLATILE', language, body };
}
