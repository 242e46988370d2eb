import {
  ANSWER_POLICIES,
  CHAT_PROVIDERS,
  CONFLICT_JUDGES,
  EDITORS,
  EMBED_PROVIDERS,
  EXTRACTORS,
  FRONTMATTER_MODES,
  JUDGE_PROVIDERS,
  PAGES_MODES,
  RECORD_MODES,
  REFS_MODES,
} from './memora-config.ts';

/** What a setting accepts. `refused` values are known, and refused with their own reason. */
export type SettingKind =
  | { readonly type: 'choice'; readonly choices: readonly (string | boolean)[]; readonly refused?: Refusal }
  | { readonly type: 'text'; readonly optional: true }
  | { readonly type: 'integer'; readonly min: number; readonly max: number; readonly optional?: true }
  | { readonly type: 'amount'; readonly optional: true }
  | { readonly type: 'list' }
  | { readonly type: 'time' }
  /** A name of the IANA time zone database. */
  | { readonly type: 'zone'; readonly optional: true };

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
  /** What the config of a vault may do with it, which somebody else may have written; without one, what it likes. */
  readonly fromVault?: FromVault;
}

/**
 * What a setting of a vault's own config does: `acts` counts once the user has accepted the config, except for values that do less
 * than anything else; `tightens` counts where it is no looser than what the user's own settings say, the loosest value first.
 */
export type FromVault =
  | { readonly rule: 'acts'; readonly harmless?: readonly SettingValue[] }
  | { readonly rule: 'tightens'; readonly order: readonly SettingValue[] };

export type SettingValue = string | number | boolean | readonly string[] | null;

const text = { type: 'text', optional: true } as const;
const amount = { type: 'amount', optional: true } as const;
const list = { type: 'list' } as const;
const time = { type: 'time' } as const;
const zone = { type: 'zone', optional: true } as const;
const choice = (...choices: readonly (string | boolean)[]) => ({ type: 'choice', choices }) as const;
const integer = (min: number, max: number) => ({ type: 'integer', min, max }) as const;
const acts = (...harmless: readonly SettingValue[]) => ({ fromVault: { rule: 'acts', harmless } }) as const;
const tightens = (...order: readonly SettingValue[]) => ({ fromVault: { rule: 'tightens', order } }) as const;

/** Every setting there is. What is not in this table is an unknown key. */
export const SETTINGS: readonly Setting[] = [
  { key: 'llm.provider', kind: choice(...CHAT_PROVIDERS), fallback: 'none', ...acts('none') },
  { key: 'llm.model', kind: text, fallback: null, ...acts() },
  { key: 'llm.endpoint', kind: text, fallback: null, ...acts() },
  { key: 'llm.input_price', kind: amount, fallback: null, ...acts() },
  { key: 'llm.output_price', kind: amount, fallback: null, ...acts() },
  { key: 'embed.provider', kind: choice(...EMBED_PROVIDERS), fallback: 'local', ...acts('none') },
  { key: 'embed.model', kind: text, fallback: null, ...acts() },
  { key: 'embed.dim', kind: { ...integer(1, 16_384), optional: true }, fallback: null, ...acts() },
  { key: 'embed.endpoint', kind: text, fallback: null, ...acts() },
  { key: 'embed.path', kind: text, fallback: null, ...acts() },
  // A vault that nobody has accepted neither names a judge nor sends one away.
  { key: 'judge.provider', kind: choice(...JUDGE_PROVIDERS), fallback: 'chat', ...acts() },
  { key: 'judge.model', kind: text, fallback: null, ...acts() },
  { key: 'judge.endpoint', kind: text, fallback: null, ...acts() },
  { key: 'judge.insist', kind: choice(true, false), fallback: false, ...acts(false) },
  { key: 'indexing.parallelism', kind: integer(1, 64), fallback: 8 },
  { key: 'indexing.extractor', kind: choice(...EXTRACTORS), fallback: 'offline', ...acts('offline') },
  { key: 'indexing.exclude', kind: list, fallback: [] },
  { key: 'retrieval.top_k', kind: integer(1, 100), fallback: 5 },
  { key: 'retrieval.prompt_tokens', kind: integer(500, 200_000), fallback: 6_000 },
  { key: 'retrieval.rewrite', kind: choice(true, false), fallback: true },
  { key: 'retrieval.floor', kind: amount, fallback: null },
  { key: 'retrieval.conversations', kind: choice(true, false), fallback: false },
  { key: 'retrieval.learn_from_use', kind: choice(true, false), fallback: false, ...acts(false) },
  { key: 'ingest.keep_originals', kind: choice(true, false), fallback: false, ...acts(false) },
  { key: 'ingest.agent_addresses', kind: choice(true, false), fallback: false, ...acts(false) },
  { key: 'ingest.daily_at', kind: time, fallback: '05:00', ...acts() },
  { key: 'memory.half_life_days', kind: integer(1, 3650), fallback: 14 },
  { key: 'memory.time_zone', kind: zone, fallback: null },
  {
    key: 'memory.record',
    kind: choice(...RECORD_MODES),
    fallback: 'ask',
    ...tightens('always', 'ask', 'never'),
  },
  { key: 'memory.retention_days', kind: integer(0, 36_500), fallback: 0, ...acts(0) },
  { key: 'memory.daily_keep_days', kind: integer(0, 36_500), fallback: 90, ...acts(0) },
  { key: 'memory.trash_days', kind: integer(0, 36_500), fallback: 0, ...acts(0) },
  { key: 'team.server', kind: text, fallback: null, ...acts() },
  { key: 'team.database', kind: text, fallback: null, ...acts() },
  { key: 'team.replica', kind: text, fallback: null, ...acts() },
  { key: 'team.workspace', kind: text, fallback: null, ...acts() },
  { key: 'team.tls', kind: text, fallback: null, ...acts() },
  { key: 'team.backup_horizon', kind: { ...integer(0, 36_500), optional: true }, fallback: null },
  { key: 'team.audit_days', kind: { ...integer(30, 36_500), optional: true }, fallback: null, ...acts() },
  { key: 'team.issuer', kind: text, fallback: null, ...acts() },
  { key: 'team.audience', kind: text, fallback: null, ...acts() },
  { key: 'team.groups_claim', kind: text, fallback: null, ...acts() },
  { key: 'team.token_file', kind: text, fallback: null, ...acts() },
  {
    key: 'answer.policy',
    kind: choice(...ANSWER_POLICIES),
    fallback: 'mark',
    ...tightens('mark', 'proven', 'strip'),
  },
  { key: 'watch.debounce_ms', kind: integer(0, 60_000), fallback: 250 },
  { key: 'page.editor', kind: choice(...EDITORS), fallback: 'none' },
  { key: 'frontmatter.mode', kind: choice(...FRONTMATTER_MODES), fallback: null, ...acts('infer') },
  { key: 'frontmatter.refs_mode', kind: choice(...REFS_MODES), fallback: 'manual', ...acts('manual') },
  { key: 'claims.single_valued', kind: list, fallback: [] },
  { key: 'claims.multi_valued', kind: list, fallback: [] },
  { key: 'claims.judge', kind: choice(...CONFLICT_JUDGES), fallback: 'rules', ...acts('rules') },
  {
    key: 'privacy.default_note_privacy',
    kind: choice('public', 'private', 'secret'),
    fallback: 'private',
    ...tightens('public', 'private', 'secret'),
  },
  {
    key: 'privacy.redact_secret_in_cloud',
    kind: {
      ...choice(true, 'strict'),
      refused: { value: false, reason: 'secret claims are always redacted before they reach a cloud model' },
    },
    fallback: true,
    ...tightens(true, 'strict'),
  },
  {
    key: 'privacy.detector',
    kind: choice('suggest', 'enforce', 'off'),
    fallback: 'suggest',
    ...tightens('off', 'suggest', 'enforce'),
  },
  {
    key: 'privacy.loopback',
    kind: choice('local', 'cloud'),
    fallback: 'local',
    ...tightens('local', 'cloud'),
  },
  { key: 'privacy.encrypt_database', kind: choice(true, false), fallback: false, ...tightens(false, true) },
  { key: 'consolidation.daily_at', kind: time, fallback: '03:00', ...acts() },
  { key: 'consolidation.min_new_claims', kind: integer(0, 1_000_000), fallback: 20, ...acts() },
  { key: 'consolidation.pages', kind: choice(...PAGES_MODES), fallback: 'ask', ...acts('ask', 'off') },
  { key: 'consolidation.folder', kind: text, fallback: '_memora', ...acts() },
  { key: 'challenger.daily_at', kind: time, fallback: '07:00', ...acts() },
];

export const SETTING_BY_KEY: ReadonlyMap<string, Setting> = new Map(SETTINGS.map((each) => [each.key, each]));

/** The environment variable that sets a key: `llm.provider` → `MEMORA_LLM_PROVIDER`. */
export function toVariableName(key: string): string {
  return `MEMORA_${key.replace('.', '_').toUpperCase()}`;
}
