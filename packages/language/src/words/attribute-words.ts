const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u).filter(Boolean));

/** "is" and similar verbs, which give a single value only if the subject is an attribute. */
export const COPULAS: ReadonlySet<string> = words('is ist beträgt liegt lautet est es è é составляет は 是');

/** Articles, and their elided forms before a vowel. */
export const ARTICLES: ReadonlySet<string> = words(
  'the a an der die das den dem ein eine einen einem el la los las un una le les une il lo gli i uno o os as um uma l d',
);
