/*
 * The main entry where nothing is downloaded: all that web.ts has, and the functions that would bring their code along at once.
 */
export { alignQuote } from './align/align-quote.ts';
export { prepareSource } from './align/prepare-source.ts';
export { verifyAgainst, verifyAgainstStream } from './documents/verify-against.ts';
export { checkCriticalTokens } from './figures/check-critical-tokens.ts';
export { createVaultTree } from './receipts/vault-tree.ts';
export * from './web.ts';
