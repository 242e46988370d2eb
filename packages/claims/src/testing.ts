export { type ContractCase, claimStoreContract } from './testing/claim-store-contract.ts';
