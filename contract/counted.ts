/** How many there are of something: `1 piece`, `2 pieces`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
