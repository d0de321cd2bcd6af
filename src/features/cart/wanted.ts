import { wantedList } from '#src/lib/wantedList.ts'
import { type LineRef, isSameLine } from './line.ts'

/** `name` tells it from others, its variant included; earlier builds of the shop kept none. */
export type Wanted = LineRef & { quantity: number; slug: string; name?: string }

/** The pieces that a guest wanted to add to the cart. */
export const { remember: rememberWanted, take: takeWanted } = wantedList<Wanted>('wanted', isSameLine)
