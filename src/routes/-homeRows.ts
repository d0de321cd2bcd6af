/** The listings whose first few pieces the home page shows. */
export const bestsellers = { is_bestseller: true }
export const newPieces = { is_new: true }
