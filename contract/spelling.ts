/**
 * One spelling of what is meant as one thing, such as what goes to one mailbox, as mail servers read it: without what
 * cannot be seen, such as comes along when something is pasted, and without the wide letters of eastern keyboards. What
 * ends a line stays, to be refused: two lines are no address, and must not become one.
 */
export const spelledOnce = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/(?![\t-\r\u0085])[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll('\u3002', '.')

/** A code or number that the shop has given out, as somebody typed or pasted it: in capitals, nothing around it. */
export const codeOf = (typed: string): string => spelledOnce(typed).trim().toUpperCase()
