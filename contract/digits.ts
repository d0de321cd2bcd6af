/**
 * What is typed or pasted as a number in the form that it has anywhere: without the unseen marks that come along from
 * other programs, and with the digits, spaces and dashes of other keyboards and of typesetters in their plain form.
 */
export const plain = (typed: string): string =>
  typed
    // Makes plain spaces of typesetters' ones too.
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    // The last two are a minus sign, and what a Japanese keyboard writes for a dash.
    .replaceAll(/[\p{Pd}\u2212\u30fc]/gu, '-')
    .replaceAll(/[\t ]+/g, ' ')
    // Arabic and Persian ones, whose last four bits are their value.
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => `${digit.charCodeAt(0) & 15}`)
    .trim()
