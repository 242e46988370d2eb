export { type JsonSchema, toJsonSchema } from '../protocol/list-schemas.ts';
export { check, notices, refusedStatement, statement, timeRead, verification } from './answer-outputs.ts';
export { claim, claimWith, quotedClaim, span } from './claim-output.ts';
export { memoryInFull } from './memory-output.ts';
export { outputOf } from './output-of.ts';
export {
  challengeOutput,
  consolidationOutput,
} from './review-outputs.ts';
