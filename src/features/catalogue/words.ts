export const piecesText = (count: number): string => `${count} ${count === 1 ? 'piece' : 'pieces'}`
