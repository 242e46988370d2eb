/**
 * Words that open a sentence which is understood only with the one before it: pronouns, `this`, `but`, `then`. Of English, German, French, Spanish, Italian, Dutch, Portuguese
 * and Russian; articles are left out, so is what opens as many sentences that stand alone.
 */
const OPENERS: ReadonlySet<string> = new Set(
  (
    'it he she they this that these those its his her their both such then also however therefore so but and instead otherwise there here ' +
    'es er sie dies diese dieser dieses ihr ihre sein seine dann danach dabei dafür damit deshalb daher aber und sonst dort ' +
    'il elle ils elles ce cela ça cette ces son leur leurs mais puis donc ' +
    'él ella ellos ellas esto este esta estos estas eso su sus pero luego entonces ' +
    'esso essa lui lei loro questo questa questi ciò suo sua ma poi quindi ' +
    'hij zij ze dit dat deze zijn haar hun maar dan daarna ' +
    'ele ela eles elas isto isso seu sua mas depois ' +
    'он она оно они это эта этот эти его её их но затем потом поэтому'
  ).split(' '),
);
const UNSPACED =
  /^(?:これ|それ|あれ|この|その|あの|ここ|そこ|しかし|また|そして|ただし|なお|它|他|她|这|這|那|但|并且|然后|然後|而且|所以|因此)/u;

/** True for a sentence that is understood only with the one before it: it begins with a word that points back. */
export function pointsBack(sentence: string): boolean {
  const text = sentence.replace(/^[^\p{L}\p{N}]+/u, '');
  const [first = ''] = /^[\p{L}\p{M}]+/u.exec(text) ?? [];
  return OPENERS.has(first.toLowerCase()) || UNSPACED.test(text);
}
