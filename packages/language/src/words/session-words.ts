/** What is before whoever works with a program, and what they do with it, beside what programs report of. */
export const SESSION_WORDS: ReadonlySet<string> = new Set(
  (
    'user users assistant agent model person customer client settings message messages keyboard screen desk computer laptop phone logs failing finish finishes finished please wait next ' +
    'nutzer nutzerin benutzer benutzerin einstellungen protokolle antwort utilisateur utilisatrice journaux paramètres réponse usuario usuaria respuesta ajustes utente risposta impostazioni usuário resposta ' +
    'gebruiker antwoord пользователь пользователя пользовательница терминал ответ ответа настройки настроек журнал користувач المستخدم الرد الخادم الإعدادات'
  ).split(' '),
);
