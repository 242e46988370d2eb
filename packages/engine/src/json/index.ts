export { opensFromPage } from '@memora/validator';
export { WROTE_IT } from '../answer/wrote-it.ts';
export { describeUncleaned } from '../privacy/erasing/uncleaned-backup.ts';
export { CAPTURE_SCHEMA } from './capture-schema.ts';
export { describeUsage } from './describe-usage.ts';
export { statusNow } from './status-now.ts';
export { type AnswerJson, type HitJson, nameBehind, toAnswerJson, toHitJson } from './to-answer-json.ts';
export {
  type ClaimJson,
  type ClaimJsonOptions,
  isHidden,
  isNameHidden,
  REDACTED,
  secretNoteName,
  showClaim,
  toClaimJson,
} from './to-claim-json.ts';
export { countUnsupported, type EntailmentJson, toEntailmentJson } from './to-entailment-json.ts';
export { type IndexJson, type RelatedCounts, toIndexJson } from './to-index-json.ts';
export { toChallengerJson, toConsolidationJson } from './to-maintenance-json.ts';
export {
  type CallerJudge,
  createCallerJudge,
  type OpenJson,
  readJudgements,
  toOpenJson,
} from './to-open-json.ts';
export { toPassageHitJson } from './to-passage-hit-json.ts';
export { toContradictionJson, toDecisionsJson, toStaleJson } from './to-review-json.ts';
export {
  countProblems,
  type Reworded,
  rewordedIn,
  type StatementJson,
  toStatementsJson,
  toVerifyJson,
  type VerifyJson,
  type VerifyJsonOptions,
} from './to-verify-json.ts';
