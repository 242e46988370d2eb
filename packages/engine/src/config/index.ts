export type { BridgeConfig } from './bridge-settings.ts';
export { describeIgnored, showSetting } from './describe-ignored.ts';
export { keepRecordAnswer } from './keep-record-answer.ts';
export { keepSettings } from './keep-settings.ts';
export {
  type ConfigLayer,
  type IgnoredSetting,
  type LoadConfigOptions,
  type LoadedConfig,
  loadConfig,
  type ResolvedSetting,
} from './load-config.ts';
export type {
  ChatProvider,
  EmbedProvider,
  ExtractorName,
  FrontmatterMode,
  JudgeProvider,
  MemoraConfig,
  PagesMode,
  RecordMode,
  RefsMode,
} from './memora-config.ts';
export { type FromVault, SETTINGS, type Setting, type SettingKind, type SettingValue } from './settings.ts';
export { type VaultTrust, type WantedSettings, writeVaultTrust } from './trust-vault.ts';
