export { codeCacheFile, isOwnCacheFolder } from '@memora/privacy/files';
