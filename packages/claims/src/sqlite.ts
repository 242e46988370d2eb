export type { ClaimDocument, ClaimIndex } from './claim-index.ts';
