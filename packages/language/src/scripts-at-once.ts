export { EVERY_SCRIPT as AT_ONCE } from './scripts/every-script.ts';
