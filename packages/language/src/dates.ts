export { dateTerms } from './dates/date-terms.ts';
export { findDate, isDateOnly, type Precision, type Validity } from './dates/find-dates.ts';
export { readTimeWords } from './dates/read-time-words.ts';
