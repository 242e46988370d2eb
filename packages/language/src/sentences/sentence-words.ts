/*
 * Words that decide whether a stop ends a sentence. Lower case, abbreviations without their last stop. English, German, French, Spanish, Italian, Portuguese,
 * Dutch, Russian, Polish, Turkish, Hindi.
 */

/** A sentence continues after these. */
export const ABBREVIATIONS = words(
  'dr ex mr mrs ms p prof st rev hon gen col sgt lt capt cmdr gov sen rep vs e.g i.e cf approx ca ed eds dept univ assn bros ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri viz resp incl excl est tel ext avg z.b d.h u.a bzw ggf ' +
    'hr fr evtl inkl zzgl s.o s.u vgl m.e mme mlle mm av bd n.o sra dra ud uds т.е др г ул им рис ' +
    'abs allg bes bspw ders dgl dipl ehem einschl engl entspr exkl frz lat geb gem ges i.d.r insb jh mio mrd mind o.ä od sog std u.u v.a vorm z.t ' +
    'c.-à-d env p.ex éd boul sr srta aprox avda dpto ee ej fdo gral lic p.ej prol sig dott ecc sig.ra ing avv ' +
    'bijv blz d.w.z dhr drs ir mevr m.b.t o.a t.o.v т.к т.н напр проф гг кв обл тыс руб коп см ' +
    'np m.in tzn tj ul zob dz bkz örn vb yy sok cad mah sn डॉ श्री प्रो',
);

/** After these, a sentence ends about as often as it continues; it ends if a capital follows. */
export const MAY_END = words('etc al a.m p.m usw т.д т.п и.т.д itd itp enz vd');

/** These occur in names. They end a sentence only if the next word is one that starts sentences. */
export const IN_NAMES = words('u.s u.k u.n u.s.a e.u jr sr ph.d');

/** These end names, and often the sentence with them. */
export const COMPANY_ENDS = words('inc ltd co corp llc gmbh plc s.a ag');

/** These are abbreviations before a number or a letter; elsewhere they may be words. */
export const BEFORE_NUMBERS = words(
  'no nos fig figs vol vols pp ch sec eq sat sun max min nr str art núm pág стр nº abb kap bl cap pag',
);

/** Words that start a sentence. */
export const STARTERS = words(
  'the a an it he she they we i you this that these those there in on at for but and so however then when while if as after ' +
    'before since with our my his her its their what who why how no not der die das er es sie wir ich le la les il elle el los ' +
    'everybody everyone nobody somebody someone anyone everything nothing something all many most some each every both one two ' +
    'another also because although though during yes people now today nevertheless therefore moreover ' +
    'dies diese dieser jeder alle niemand jemand man aber und nun heute ce cette tout tous nous vous ils elles mais ' +
    'esto este todo todos nadie ella ellos pero questo tutti nessuno lui lei ma isso ninguém ele ela mas het de zij hij wij ' +
    'dit dat iedereen maar это все никто он она они но',
);

/** Nouns after which a single capital letter is a name and not an initial: "plan B." */
export const LETTERED = words(
  'plan option vitamin section appendix annex part phase type class grade group team variant model track',
);

/** Names whose exclamation mark belongs to the name. */
export const NAMES_WITH_MARKS = words('yahoo jeopardy joomla yum kahoot');

/** A number with a stop after one of these is an ordinal. */
export const ORDINAL_LEADS = words('am der die das dem den des im zum zur vom beim ab bis seit nach vor på');

/** English, German, French and Spanish words that do not end a sentence. */
export const INNER_WORDS = words(
  'a an the this that these those of in on at to for from by with and or but nor as is are was were be been have has had which who than ' +
    'into over under about not no its their his her my your our if when because der die das den dem des ein eine einen einem einer im am an ' +
    'auf aus bei mit nach von vor zu zum zur und oder als für über le la les un une de du à au aux et ou en dans pour par sur avec el los ' +
    'las una del y o para por con',
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
