/** The icons that a promise item may have. */
export const promiseIcons = [
  'gem',
  'truck',
  'return',
  'shield',
  'gift',
  'heart',
  'star',
  'check',
  'clock',
  'package',
] as const
