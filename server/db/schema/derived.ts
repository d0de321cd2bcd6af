/** Tables that the database writes by itself from others, so they are no data of their own. */
export const derivedTables: readonly string[] = ['piece_changes', 'piece_sets', 'search_phrases']
