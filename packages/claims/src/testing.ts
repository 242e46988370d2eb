export { type ContractCase, claimStoreContract } from './testing/claim-store-contract.ts';
export { type FactStoreCase, factStoreContract } from './testing/fact-store-contract.ts';
export { prepareWork } from './testing/prepare-work.ts';
export { type ReaderPromise, type ReaderUnderTest, readerContract } from './testing/reader-contract.ts';
export { readerLedger, writeReaderHistory } from './testing/reader-history.ts';
export {
  type ExtractionScore,
  findSegment,
  type SegmentLabel,
  scoreExtraction,
} from './testing/score-extraction.ts';
