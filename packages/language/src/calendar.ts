export { claimedMonths, monthForms, monthsByName, namesPattern } from './dates/months.ts';
export { type DateToken, readDates } from './dates/read-dates.ts';
export { readTimes, type TimeToken } from './dates/read-times.ts';
export { readWeekdays, type WeekdayToken } from './dates/read-weekdays.ts';
export { dayByName } from './dates/weekdays.ts';
