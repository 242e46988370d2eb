export { checkSetting, describeChoices, editDistance, parseSetting } from './check-setting.ts';
export { describeIgnored, showSetting } from './describe-ignored.ts';
export {
  type ConfigLayer,
  defaultConfig,
  type IgnoredSetting,
  type LoadConfigOptions,
  type LoadedConfig,
  loadConfig,
  parseConfig,
  type ResolvedSetting,
} from './load-config.ts';
export {
  CHAT_PROVIDERS,
  type ChatProvider,
  EMBED_PROVIDERS,
  type EmbedProvider,
  EXTRACTORS,
  type ExtractorName,
  FRONTMATTER_MODES,
  type FrontmatterMode,
  type MemoraConfig,
  PAGES_MODES,
  type PagesMode,
  REFS_MODES,
  type RefsMode,
} from './memora-config.ts';
export {
  type FromVault,
  SETTINGS,
  type Setting,
  type SettingKind,
  type SettingValue,
  toVariableName,
} from './settings.ts';
export { readVaultTrust, type VaultTrust, type WantedSettings, writeVaultTrust } from './trust-vault.ts';
export { userConfigDir } from './user-config-dir.ts';
