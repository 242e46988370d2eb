/** For other Memora packages only. Anything here may change in any release. */
export { defaultBlake3 } from './fingerprint.ts';
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
