/** What a setting accepts, as JSON Schema: the part of it that {@link SETTINGS} uses. */
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

/** One line of the config table: where it is in TOML, what it takes and what it is by default. */
export interface Setting {
  /** `section.key` as in `config.toml`. */
  readonly key: string;
  readonly schema: SettingSchema;
  /** What it takes, in words: `a whole number from 1 to 64`. */
  readonly takes: string;
  readonly fallback: SettingValue;
  /** What the config of a vault may do with it, which somebody else may have written; without one, what it likes. */
  readonly fromVault?: FromVault;
  /** Why a value is refused, where that needs a reason. */
  readonly refused?: Refusal;
}

/**
 * What a setting of a vault's own config does: `acts` counts once the user has accepted the config, except for values that do less
 * than anything else; `tightens` counts where it is no looser than what the user's own settings say, the loosest value first.
 */
export type FromVault =
  | { readonly rule: 'acts'; readonly harmless: readonly SettingValue[] }
  | { readonly rule: 'tightens'; readonly order: readonly SettingValue[] };

/** Without a value, the reason is that of every refused value. */
export interface Refusal {
  readonly value?: SettingValue;
  readonly reason: string;
}

export type SettingValue = string | number | boolean | readonly string[] | null;

/** The environment variable that sets a key: `llm.provider` → `MEMORA_LLM_PROVIDER`. */
export function toVariableName(key: string): string {
  return `MEMORA_${key.replace('.', '_').toUpperCase()}`;
}

/** A key as it is called in TypeScript: `top_k` → `topK`. */
export function toCamel(key: string): string {
  return key.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}
