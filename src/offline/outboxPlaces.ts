import { openDatabase } from './database.ts'

/** Where the outbox's list is kept if it can be; else it is in localStorage. */
export const database = openDatabase('damson-outbox', 'intents')
/** The list's record in the database. */
export const listKey = 'intents'
/** The list's item in localStorage. */
export const webKey = 'damson-outbox'
/** What the names of those begin with that could not be read. */
export const unreadable = 'unreadable'
export const webUnreadableKey = `${webKey}-${unreadable}`
/** What was stored, each by itself; whatever is not a list counts as one. */
export const entriesOf = (stored: unknown): unknown[] =>
  Array.isArray(stored) ? stored : stored === undefined ? [] : [stored]

/** What was written as JSON; what is none stays text. */
export function parse(json: string | null): unknown {
  if (json === null) return undefined
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}
