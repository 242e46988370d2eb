/** The folder of the user's own config, keys and tokens: one rule for all of them. */
export { configFolder as userConfigDir } from '@memora/privacy/files';
