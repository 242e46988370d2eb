export { claimedMonths, monthForms, monthsByName, namesPattern } from './dates/months.ts';
export { dayByName, weekdayName } from './dates/weekdays.ts';
