export { type LoadedConfig, loadConfig, type MemoraConfig, type ResolvedSetting } from './config/index.ts';
