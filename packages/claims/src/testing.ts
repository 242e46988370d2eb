export { type ContractCase, claimStoreContract } from './testing/claim-store-contract.ts';
export { prepareWork } from './testing/prepare-work.ts';
export { type ExtractionScore, type SegmentLabel, scoreExtraction } from './testing/score-extraction.ts';
