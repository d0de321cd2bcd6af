import { wantedList } from '#src/lib/wantedList.ts'
import { type LineRef, isSameLine } from './line.ts'

/**
 * `name` tells it from others, its variant included. `key` is that of its addition: a tab that is duplicated has the
 * piece twice, and it is to be added once. Earlier builds of the shop kept neither.
 */
export type Wanted = LineRef & { quantity: number; slug: string; name?: string; key?: string }

/** The pieces that a guest wanted to add to the cart. */
export const { remember: rememberWanted, take: takeWanted } = wantedList<Wanted>('wanted', isSameLine)
