export {
  type AskedEvent,
  type AskedTime,
  besideEvent,
  readAskedEvent,
  readAskedTime,
  sayPeriod,
} from './asked-time/read-asked-time.ts';
export { type QuestionAim, readQuestionAim } from './asked-time/read-question-aim.ts';
export { readRelativeDate } from './asked-time/read-relative-date.ts';
export { toPresent } from './asked-time/to-present.ts';
