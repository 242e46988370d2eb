export {
  type AskedEvent,
  type AskedTime,
  besideEvent,
  LABEL_WORDS,
  readAskedEvent,
  readAskedTime,
  sayPeriod,
} from './asked-time/read-asked-time.ts';
export { readRelativeDate } from './asked-time/read-relative-date.ts';
export { saysFrom, saysSince } from './asked-time/says-since.ts';
