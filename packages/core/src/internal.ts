/** For other Memora packages only. Anything here may change in any release. */
export { compareText } from './compare-text.ts';
export { decodeAddress } from './decode-address.ts';
export { defaultBlake3 } from './fingerprint.ts';
export { parseJson } from './parse-json.ts';
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
