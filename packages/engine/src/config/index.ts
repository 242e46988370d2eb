export { checkSetting, describeChoices, editDistance, parseSetting } from './check-setting.ts';
export {
  type ConfigLayer,
  defaultConfig,
  type LoadConfigOptions,
  type LoadedConfig,
  loadConfig,
  parseConfig,
  type ResolvedSetting,
  userConfigDir,
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
export { SETTINGS, type Setting, type SettingKind, type SettingValue, toVariableName } from './settings.ts';
