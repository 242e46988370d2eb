/** A clock that advances by a minute at each call. */
export function ticking(): () => Date {
  let ms = Date.parse('2026-11-23T10:00:00Z');
  return () => {
    ms += 60_000;
    return new Date(ms);
  };
}
