/** The prefix of a Notes address that names a subject instead of a note. */
export const ABOUT = 'about:';
