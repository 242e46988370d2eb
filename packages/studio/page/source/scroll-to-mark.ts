/** Scrolls a note to its first mark, without scrolling the page. */
export function scrollToMark(note: HTMLElement): void {
  const mark = note.querySelector('mark');
  if (mark === null) return;
  const far = mark.getBoundingClientRect().top - note.getBoundingClientRect().top;
  note.scrollTop += far - note.clientHeight / 3;
}
