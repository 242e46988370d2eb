import { wordKey } from './read-words.ts';

/** Words that turn a sentence into its opposite, side by side; each line is one pair of sides, behind a comma. */
const PAIRS = (
  'increase increases increased increasing rise rises rose risen rising grow grows grew grown growing climbed up|decrease decreases decreased decreasing fall falls fell fallen falling drop drops dropped dropping decline declines declined declining shrank shrink,' +
  'if|unless,' +
  'before|after,' +
  'above|below beneath,' +
  'more greater|less fewer,' +
  'larger bigger|smaller,' +
  'higher highest|lower lowest,' +
  'longer longest|shorter shortest,' +
  'older oldest elder|younger youngest,' +
  'faster fastest quicker|slower slowest,' +
  'stronger strongest|weaker weakest,' +
  'better best|worse worst,' +
  'earlier earliest|later latest,' +
  'cheaper cheapest|dearer costlier,' +
  'maximum|minimum,' +
  'accept accepts accepted approve approves approved|reject rejects rejected refuse refuses refused,' +
  'allow allows allowed permit permits permitted|forbid forbids forbade forbidden prohibit prohibits prohibited ban bans banned,' +
  'won wins|lost loses,' +
  'enable enables enabled|disable disables disabled,' +
  'include includes included including|exclude excludes excluded excluding,' +
  'succeed succeeds succeeded|fail fails failed,' +
  'inside|outside,' +
  'everyone everybody anyone anybody|nobody,' +
  'gestiegen stieg stiegen steigt steigen erhöht zugenommen wuchs|gesunken sank sanken sinkt sinken gefallen fiel verringert abgenommen,' +
  'vor|nach,' +
  'größer größte|kleiner kleinste,' +
  'höher höchste|niedriger niedrigste,' +
  'älter|jünger,' +
  'besser|schlechter,' +
  'früher|später,' +
  'erlaubt zulässig|verboten unzulässig,' +
  'maximal|minimal,' +
  'augmenté augmente augmentent hausse monté|diminué diminue diminuent baisse baissé chuté,' +
  'avant|après,' +
  'meilleur meilleure|pire,' +
  'autorisé autorisés autorisée autorisées permis|interdit interdits interdite interdites,' +
  'subió sube suben subieron aumentó aumenta creció|bajó baja bajan bajaron disminuyó disminuye cayó,' +
  'antes|después,' +
  'mayor mayores|menor menores,' +
  'mejor mejores|peor peores,' +
  'permitido permitidos permitida permitidas|prohibido prohibidos prohibida prohibidas,' +
  'máximo|mínimo,' +
  'con|sin,' +
  'prima|dopo,' +
  'выросла вырос выросли|упала упал упали,' +
  'больше|меньше,' +
  'разрешено|запрещено'
).split(',');

const sides = new Map<string, number>();
PAIRS.forEach((pair, i) => {
  pair.split('|').forEach((side, k) => {
    for (const word of side.split(' '))
      for (const form of [word, wordKey(word)]) sides.set(form, k === 0 ? i + 1 : -i - 1);
  });
});

/** The side a word is on: one number for all words that say the same, its negative for those that say the opposite; 0 for any other word. */
export function sideOf(word: string): number {
  return sides.get(word) ?? 0;
}

/** The words that have an opposite. */
export function wordsWithOpposites(): Iterable<string> {
  return sides.keys();
}
