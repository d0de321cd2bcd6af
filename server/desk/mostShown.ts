/** So many rows of one kind `todo` shows: more would hide the other kinds. */
export const mostShown = 50
