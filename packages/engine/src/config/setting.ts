/** The values that a setting accepts, as JSON Schema: the subset that {@link SETTINGS} uses. */
export interface SettingSchema {
  readonly enum?: readonly SettingValue[];
  readonly type?: 'string' | 'integer' | 'number' | 'array';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  /** `time-zone`: a name of the IANA time zone database. */
  readonly format?: string;
  readonly items?: SettingSchema;
}

/** One line of the config table: its place in TOML, its values and its default. */
export interface Setting {
  /** `section.key` as in `config.toml`. */
  readonly key: string;
  readonly schema: SettingSchema;
  /** Its values, in words: `a whole number from 1 to 64`. */
  readonly takes: string;
  readonly fallback: SettingValue;
  /** The limits for a vault's config, which another person may have written; no limits if absent. */
  readonly fromVault?: FromVault;
  /** Why a value is refused, if that needs an explanation. */
  readonly refused?: Refusal;
}

/**
 * What a setting in a vault's config may do: `acts` applies once the user has accepted the config, except for its most harmless values; `tightens` applies if
 * it is no looser than the user's own settings, with the loosest value first.
 */
export type FromVault =
  | { readonly rule: 'acts'; readonly harmless: readonly SettingValue[] }
  | { readonly rule: 'tightens'; readonly order: readonly SettingValue[] };

/** Without a value, the reason applies to every refused value. */
export interface Refusal {
  readonly value?: SettingValue;
  readonly reason: string;
}

export type SettingValue = string | number | boolean | readonly string[] | null;

/** The environment variable that sets a key: `llm.provider` → `MEMORA_LLM_PROVIDER`. */
export function toVariableName(key: string): string {
  return `MEMORA_${key.replace('.', '_').toUpperCase()}`;
}

/** Returns the TypeScript name of a key: `top_k` → `topK`. */
export function toCamel(key: string): string {
  return key.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}
