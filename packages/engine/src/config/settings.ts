import {
  CHAT_PROVIDERS,
  CONFLICT_JUDGES,
  EMBED_PROVIDERS,
  EXTRACTORS,
  FRONTMATTER_MODES,
  PAGES_MODES,
  REFS_MODES,
} from './memora-config.ts';

/** What a setting accepts. `refused` values are known, and refused with their own reason. */
export type SettingKind =
  | { readonly type: 'choice'; readonly choices: readonly (string | boolean)[]; readonly refused?: Refusal }
  | { readonly type: 'text'; readonly optional: true }
  | { readonly type: 'integer'; readonly min: number; readonly max: number; readonly optional?: true }
  | { readonly type: 'amount'; readonly optional: true }
  | { readonly type: 'list' }
  /** A list of `left = right`. */
  | { readonly type: 'pairs' }
  | { readonly type: 'time' };

export interface Refusal {
  readonly value: string | boolean;
  readonly reason: string;
}

/** One line of the config table: where it stands in TOML, in TypeScript, what it takes and what it is by default. */
export interface Setting {
  /** `section.key` as in `config.toml`. */
  readonly key: string;
  readonly kind: SettingKind;
  readonly fallback: SettingValue;
}

export type SettingValue = string | number | boolean | readonly string[] | null;

const text = { type: 'text', optional: true } as const;
const amount = { type: 'amount', optional: true } as const;
const list = { type: 'list' } as const;
const time = { type: 'time' } as const;
const choice = (...choices: readonly (string | boolean)[]) => ({ type: 'choice', choices }) as const;
const integer = (min: number, max: number) => ({ type: 'integer', min, max }) as const;

/** Every setting there is. What is not in this table is an unknown key. */
export const SETTINGS: readonly Setting[] = [
  { key: 'llm.provider', kind: choice(...CHAT_PROVIDERS), fallback: 'none' },
  { key: 'llm.model', kind: text, fallback: null },
  { key: 'llm.endpoint', kind: text, fallback: null },
  { key: 'llm.input_price', kind: amount, fallback: null },
  { key: 'llm.output_price', kind: amount, fallback: null },
  { key: 'embed.provider', kind: choice(...EMBED_PROVIDERS), fallback: 'local' },
  { key: 'embed.model', kind: text, fallback: null },
  { key: 'embed.dim', kind: { ...integer(1, 16_384), optional: true }, fallback: null },
  { key: 'embed.endpoint', kind: text, fallback: null },
  { key: 'embed.path', kind: text, fallback: null },
  { key: 'indexing.parallelism', kind: integer(1, 64), fallback: 8 },
  { key: 'indexing.extractor', kind: choice(...EXTRACTORS), fallback: 'offline' },
  { key: 'indexing.exclude', kind: list, fallback: [] },
  { key: 'retrieval.top_k', kind: integer(1, 100), fallback: 5 },
  { key: 'retrieval.learn_from_use', kind: choice(true, false), fallback: false },
  { key: 'watch.debounce_ms', kind: integer(0, 60_000), fallback: 250 },
  { key: 'frontmatter.mode', kind: choice(...FRONTMATTER_MODES), fallback: null },
  { key: 'frontmatter.refs_mode', kind: choice(...REFS_MODES), fallback: 'manual' },
  { key: 'claims.single_valued', kind: list, fallback: [] },
  { key: 'claims.multi_valued', kind: list, fallback: [] },
  { key: 'claims.symmetric', kind: list, fallback: [] },
  { key: 'claims.inverse', kind: { type: 'pairs' }, fallback: [] },
  { key: 'claims.judge', kind: choice(...CONFLICT_JUDGES), fallback: 'rules' },
  {
    key: 'privacy.default_note_privacy',
    kind: choice('public', 'private', 'secret'),
    fallback: 'private',
  },
  {
    key: 'privacy.redact_secret_in_cloud',
    kind: {
      ...choice(true, 'strict'),
      refused: { value: false, reason: 'secret claims are always redacted before they reach a cloud model' },
    },
    fallback: true,
  },
  { key: 'privacy.detector', kind: choice('suggest', 'enforce', 'off'), fallback: 'suggest' },
  { key: 'privacy.loopback', kind: choice('local', 'cloud'), fallback: 'local' },
  { key: 'privacy.encrypt_database', kind: choice(true, false), fallback: false },
  { key: 'consolidation.daily_at', kind: time, fallback: '03:00' },
  { key: 'consolidation.min_new_claims', kind: integer(0, 1_000_000), fallback: 20 },
  { key: 'consolidation.pages', kind: choice(...PAGES_MODES), fallback: 'ask' },
  { key: 'consolidation.folder', kind: text, fallback: '_memora' },
  { key: 'challenger.daily_at', kind: time, fallback: '07:00' },
];

export const SETTING_BY_KEY: ReadonlyMap<string, Setting> = new Map(SETTINGS.map((each) => [each.key, each]));

/** The environment variable that sets a key: `llm.provider` → `MEMORA_LLM_PROVIDER`. */
export function toVariableName(key: string): string {
  return `MEMORA_${key.replace('.', '_').toUpperCase()}`;
}
