/** The short form is for every change, the long one (`npm run test:long`) for a night. */
export const rounds = (short: number, long: number): number =>
  (process.env['LONG'] ?? '') === '' ? short : long
