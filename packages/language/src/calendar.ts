export { CLAIMED_MONTHS, monthForms, monthsByName, namesPattern } from './dates/months.ts';
export { dayByName, WEEKDAY_NAME } from './dates/weekdays.ts';
