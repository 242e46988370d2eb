/** Pairs of equal characters, counted in a slow way that a step counter must notice. */
export function loopInLoop(text: string): number {
  let pairs = 0;
  for (let i = 0; i < text.length; i++)
    for (let j = 0; j < text.length; j++) if (text.charCodeAt(i) === text.charCodeAt(j)) pairs++;
  return pairs;
}
