import { askToStay } from './stay.ts'

/** An action which shows that the shop is worth keeping. */
export type Moment = 'wish' | 'order'

let moment: Moment | null = null
const listeners = new Set<() => void>()

/**
 * When the shop may offer to be installed: not before such an action. The browser is then also asked not to clear its
 * data, if the first change of a cart or wishlist has not asked already.
 */
export const goodMoment = {
  isNow(now: Moment) {
    moment = now
    void askToStay()
    for (const listener of listeners) listener()
  },
  which: (): Moment | null => moment,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
