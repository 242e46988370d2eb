/** What stands over links to what may be read next, of the languages most asked in. */
const LEADS_ON =
  /^\W*(?:what(?:['’]s| is) next|next steps?|where to go (?:next|from here)|see also|(?:further|related) reading|read more|learn more|related(?: (?:notes|pages|topics|articles|links|docs|documentation))?|siehe auch|weiterführend\p{L}*|nächste schritte|voir aussi|pour aller plus loin|(?:ver|véase) también|próximos pasos|vedi anche|ver também|zie ook|см\. также|関連(?:項目|ページ)|参见|相关(?:页面|文章))\W*$/iu;

/** True for a heading over links that lead on: "What's next?", "See also". */
export function leadsOn(heading: string): boolean {
  return LEADS_ON.test(heading);
}
