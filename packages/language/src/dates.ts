export { MONTHS } from './dates/all-months.ts';
export { type DateMention, readDateMentions } from './dates/date-mentions.ts';
export { dateTerms } from './dates/date-terms.ts';
export { endsBefore, findDate, isDateOnly, type Validity } from './dates/find-dates.ts';
export { readTimeWords } from './dates/read-time-words.ts';
export { type Precision, type ScannedDate, scanDates } from './dates/scan-dates.ts';
