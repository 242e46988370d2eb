import { readChanges } from '../../words/change-words.ts';
import { holdsTime } from './holds-time.ts';

/** `used to be`, `at first`, `was rewritten`: told of what was, without a date. */
const WAS =
  /(?<!\p{L})(?:used to|formerly|previously|originally|at first|initially|later|then became|has become|became|grew|evolved|since then|rewritten|renamed|replaced|früher|ursprünglich|anfangs|später|wurde zu|seitdem|autrefois|auparavant|à l'origine|plus tard|devenue?|antes|originalmente|al principio|más tarde|prima|in origine|più tardi|vroeger|oorspronkelijk|later|раньше|сначала|позже|стал[аои]?)(?!\p{L})|以前|当初|その後|后来|原来|以前/iu;

/** True where a text may tell how something changed: it says a time, that one thing took another's place, or what was before. */
export function tellsChange(text: string): boolean {
  return holdsTime(text) || WAS.test(text) || readChanges(text).length > 0;
}
