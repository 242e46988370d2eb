/** Scrolls a note to its first mark. The page around it stays where it is. */
export function scrollToMark(note: HTMLElement): void {
  const mark = note.querySelector('mark');
  if (mark === null) return;
  const far = mark.getBoundingClientRect().top - note.getBoundingClientRect().top;
  note.scrollTop += far - note.clientHeight / 3;
}
