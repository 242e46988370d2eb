/** For other Memora packages only. Anything here may change in any release. */

export { defaultBlake3 } from './fingerprint.ts';
export { compareText } from './text/compare-text.ts';
export { decodeAddress } from './text/decode-address.ts';
export { parseJson } from './text/parse-json.ts';
export {
  type ByteLine,
  findLastTurn,
  findTurnFrames,
  isConversation,
  TURN_ROLES,
  type TurnFrame,
  type TurnHead,
  type TurnRole,
} from './turn-frames.ts';
