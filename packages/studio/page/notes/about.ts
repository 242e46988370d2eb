/** What the rest of an address of Notes begins with where it names what notes are about, and no note. */
export const ABOUT = 'about:';
