export { EVERY_SCRIPT } from './scripts/every-script.ts';
