/** For the other packages of Memora alone: what stands here may change in any release. */
export { defaultBlake3 } from './fingerprint.ts';
