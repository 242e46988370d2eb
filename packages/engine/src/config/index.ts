export { describeIgnored, showSetting } from './describe-ignored.ts';
export { type BridgeConfig, type MemoraConfig, SETTINGS } from './generated-settings.ts';
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
export type { FromVault, Setting, SettingSchema, SettingValue } from './setting.ts';
export { type VaultTrust, type WantedSettings, writeVaultTrust } from './trust-vault.ts';
