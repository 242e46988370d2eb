export { createDetector } from '@memora/privacy';
