export { type JsonSchema, toJsonSchema } from '../protocol/list-schemas.ts';
export { claim, claimWith, quotedClaim, span } from './claim-output.ts';
export {
  challengeOutput,
  consolidationOutput,
  contradictionsOutput,
  decisionsOutput,
  staleOutput,
} from './review-outputs.ts';
