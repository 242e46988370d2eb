/* The main entry for environments without downloads: everything of web.ts, and the functions that include their code at once. */
export { alignQuote } from './align/align-quote.ts';
export { prepareSource } from './align/prepare-source.ts';
export { verifyAgainst, verifyAgainstStream } from './documents/verify-against.ts';
export { checkCriticalTokens } from './figures/check-critical-tokens.ts';
export { createVaultTree } from './receipts/vault-tree.ts';
export * from './web.ts';
