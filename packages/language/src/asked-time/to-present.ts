/** Present forms by past ones that no ending tells, of English and German: a question about the past asks for what a note said in the present. */
const PAST_FORMS =
  'led=lead wrote=write made=make gave=give took=take came=come saw=see knew=know ran=run began=begin built=build bought=buy ' +
  'brought=bring sold=sell sent=send paid=pay kept=keep left=leave met=meet held=hold found=find became=become stood=stand ' +
  'thought=think lost=lose won=win drove=drive grew=grow flew=fly wore=wear rose=rise fell=fall felt=feel told=tell ' +
  'taught=teach chose=choose ate=eat drank=drink slept=sleep sat=sit sang=sing spent=spend spoke=speak drew=draw fed=feed ' +
  'fought=fight hid=hide broke=break rode=ride owned=own lay=lie went=go understood=understand meant=mean dealt=deal ' +
  'ging=geht kam=kommt gab=gibt nahm=nimmt sah=sieht fand=findet stand=steht lag=liegt blieb=bleibt schrieb=schreibt ' +
  'sprach=spricht hielt=hält ließ=lässt lief=läuft traf=trifft trug=trägt fuhr=fährt half=hilft begann=beginnt ' +
  'verlor=verliert gewann=gewinnt hieß=heißt saß=sitzt zog=zieht brachte=bringt kannte=kennt bekam=bekommt leitete=leitet';

let presentByPast: ReadonlyMap<string, string> | undefined;

/** The question with its irregular past forms in the present; null where it has none. */
export function toPresent(question: string): string | null {
  presentByPast ??= new Map(PAST_FORMS.split(' ').map((pair) => pair.split('=') as [string, string]));
  const forms = presentByPast;
  const present = question.replace(/\p{L}+/gu, (word) => forms.get(word.toLowerCase()) ?? word);
  return present === question ? null : present;
}
