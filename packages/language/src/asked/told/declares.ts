/**
 * What stands in front of the verb of a sentence that says how things are: `Scripts using it can read`, `The main screen is renamed`. A step has none of it: it begins with its
 * verb, or with when it is to be done.
 */
const DECLARES =
  /^[^\p{L}\p{N}]*(?!(?:if|when|once|after|before|while|to|for|in|on|at|from|under|by|with|using|via|then|now|next|first|finally|optional(?:ly)?|make|you|let|please)\b)(?:(?!["“”(:;.!?]\s)[^\n]){0,80}?\b(?:is|are|was|were|has|have|had|can|could|will|would|does|did|look|looks|became|becomes)\b/iu;
/** A subject before a comma: `On desktop, the cache has moved`. */
const BEHIND_PLACE = /^[^\p{L}\p{N}]*(?:in|on|at|for|from|with|when|if)\s[^,.;:]{1,40},\s+(?<rest>.+)$/iu;
/** How a sentence begins that tells somebody what to do, as far as its first word tells. */
const TELLS_TO =
  /^[^\p{L}\p{N}]*(?:add|adjust|allow|append|ask|attach|backup|bind|build|call|change|check|choose|clean|clear|click|clone|close|commit|configure|confirm|connect|convert|copy|create|delete|deploy|disable|do|double|download|drag|edit|enable|ensure|enter|execute|export|fill|find|follow|fork|generate|get|give|go|grant|hit|hover|import|insert|install|keep|launch|leave|locate|log|look|make|mark|merge|modify|move|name|navigate|note|open|paste|pick|place|press|publish|pull|push|put|read|rebuild|reload|remove|rename|repeat|replace|restart|review|right|run|save|scroll|search|see|select|send|set|setup|share|show|sign|start|stop|submit|swipe|switch|take|tap|test|toggle|try|turn|type|uncheck|undo|uninstall|unzip|update|upgrade|upload|use|verify|view|visit|wait|write)\b/iu;

/** True for an English sentence that says how something is, and tells nobody to do anything; no step of how something is done. */
export function declares(text: string): boolean {
  const rest = BEHIND_PLACE.exec(text)?.groups?.['rest'] ?? text;
  return !TELLS_TO.test(rest) && DECLARES.test(rest);
}
