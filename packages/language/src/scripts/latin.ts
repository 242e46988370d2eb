import { LATIN_FIGURES } from './latin-figures.ts';
import type { ScriptWords } from './script-words.ts';

/**
 * Words of languages in Latin letters, with a few Greek and Hebrew ones: English, German, French, Spanish, Italian, Portuguese, Dutch, Turkish, and negators of
 * some more. A word that is also an everyday content word of another language is left out.
 */
export const LATIN: ScriptWords = {
  ...LATIN_FIGURES,
  negator:
    'not nothing nowhere neither nor cannot hardly scarcely barely non aint dont doesnt didnt isnt wasnt werent wont cant couldnt shouldnt ' +
    'wouldnt hasnt havent hadnt nicht keinem keiner keines niemals niemand nichts nirgends weder kaum pas rien guère ni nul nulle jamás ' +
    'nadie ninguno tampoco nessuna niente né neanche nemmeno não ninguém nem niet geen nooit inte icke ej ikke inga inget ingen aldrig ' +
    'aldri utan uden uten bez nigdy nikdy není değil yok asla tidak bukan không לא אין δεν μην hiç hiçbir yoktur değildir without ohne sans ' +
    'senza sem zonder sin never none nobody kein keine keinen nie jamais aucun aucune nunca ningún ninguna mai nessuno nessun nenhum ' +
    'nenhuma no ei eivät emme nije nisu nema nėra nav nincs չի չեմ չես չեն չէ չենք չեք ոչ இல்லை না নেই নয় არ არა కాదు లేదు નથી',
  privative: 'without ohne sans senza sem zonder sin',
  function:
    'no about but se an the of in on at by for from to with and or as is are was were be been being has have had do does did it its this ' +
    'that these those he she they his their there which who whom than then so also into over der die das den dem des ein eine einen einem ' +
    'ist sind war waren werden und oder im am auf von zu zum zur mit für bei le la les un une du de et ou à au aux est sont était dans en ' +
    'par pour sur avec que qui ce el los las y o es son fue del al con por para lo una il gli i è sono di da nel della os um uma na dos é ' +
    'são ve bir bu şu ile için her wird',
  leadin:
    'a abschnitt according an and archivo arquivo as at aus belge belgede bestand by che conforme da dans daprès das dass dat datei de ' +
    'deine deinen deiner del dem den der des di dice dicen dicono die disent dit diyor diz dizem do document documento documents ' +
    'dokument du e een ein eine el em en er es escreve escribe est et ficheiro fichier file folgt follows from gemäß gli göre heißt ' +
    'here het hier i ihre ihren il im in indique it je jouw la las laut lautet le lee legge les lijst list lista liste lo los luidt ma ' +
    'meine mes mi mie miei mijn minha minhas minutes mis my na nach nel nella nos nota notas note notes notitie notities notiz notizen ' +
    'notlar notlarına notlarınıza notta notunda o of on os our page pagina pone protokoll put puts página que quote quoted quotes ' +
    'reads sagen sagt said say sayfa says schreibt schrieb schrijft scrive se sección secondo section secção segundo según seite selon ' +
    'senin sezione seção si staat stated states steht su sua suas sus ta tabel tabela tabella tabelle tabla table tableau tes that the ' +
    'these this those to tu tua tuas tue tuo tuoi tus uit um uma un una und under une unsere uw van ve volgens vos votre wie writes ' +
    'wrote y yazıyor your zeggen zegt zufolge écrit',
  fractions:
    '1/2 halb halbe halben halber half halves helft hälfte metade metà mitad moitié yarım yarısı|1/3 drittel tercio terça terço thirds ' +
    'üçte - derde tercera terzo third|1/4 fourths kwart quarter quarters viertel çeyrek - cuarta cuarto fourth quarto|1/5 fifths ' +
    'fünftel - cinquième fifth quinto vijfde|1/6 sechstel sixths - sixth|1/8 achtel eighths - eighth|1/10 tenths zehntel - tenth ' +
    'tiende dixième décimo decimo|2 doble dobro doppelt doppelte doppio double doublé duas dubbel twice|3 dreifach dreifache ' +
    'drievoudig thrice treble triple triplo',
};
