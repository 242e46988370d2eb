/* Receipts, and the tree of a vault's notes that a receipt may name. */
export { createReceipt, verifyReceipt } from './receipts/receipts-on-demand.ts';
export {
  createVaultTree,
  type VaultProof,
  type VaultTree,
  type VaultTreeNote,
} from './receipts/vault-tree.ts';
