/** A prefix by which somebody addresses the memory: "Remember: …", "Notiz: …". Only with a colon: "Remember to …" is a rule. */
const REMINDER =
  /^(?:(?:please|bitte|por favor) )?(?:remember(?: that| this)?|(?:a )?note(?: to self)?|memo|reminder|keep in mind|fact|memory|merken|merk(?:e)? dir|notiz|souviens-toi|souvenez-vous|à retenir|recuerda|recordatorio|nota|ricorda|promemoria|lembrete|lembre-se|onthoud|запомни|заметка|памятка|覚えて(?:おいて)?|メモ|记住|記住|备注|備註|기억해|메모)\s*[:：]\s*(?=\S)/iu;

/** A statement without the prefix that asks to remember it. */
export function withoutReminder(statement: string): string {
  return statement.replace(REMINDER, '');
}
