const PLAIN = /^[\p{L}][\p{L}\p{M}\p{N}_/-]*$/u;
const SPECIAL = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

/** A string as a YAML scalar on one line: plain if every YAML 1.1 or 1.2 reader takes it for a string. */
export function toYamlScalar(value: string): string {
  if (PLAIN.test(value) && !SPECIAL.test(value)) return value;
  // JSON strings are YAML double-quoted scalars. A lone surrogate has no UTF-8 form and would not survive.
  return JSON.stringify(value.toWellFormed());
}

/** Strings as a YAML flow list on one line. */
export function toYamlList(values: readonly string[]): string {
  return `[${values.map(toYamlScalar).join(', ')}]`;
}
