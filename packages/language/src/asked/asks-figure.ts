/** Things of which one is asked for by its figure. */
const BY_FIGURE =
  /^\W*(?:which|what)\s+(?:\w+\s+)?(?:version|port|number|percentage|size|temperature|pressure|height|weight|speed|channel)\b/iu;

/** True where a question with `which` or `what` asks for a thing by its figure: `which port`, `what version`. */
export function asksFigure(question: string): boolean {
  return BY_FIGURE.test(question);
}
