/** The listings of which home shows the first few pieces. */
export const bestsellers = { is_bestseller: true }
export const newPieces = { is_new: true }
