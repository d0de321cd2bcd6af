import { outbox } from './outbox.ts'

type Followed<T, P> = {
  /** The server's data as known; undefined while they are not. */
  data: T | undefined
  error: Error | null
  /** The changes that the server has yet to hear of, oldest first. */
  waiting: P[]
}

/** The part of a query's observer that is needed here, whatever the query's key. */
type Observer<T> = {
  getCurrentResult: () => { data: T | undefined; error: Error | null }
  subscribe: (listener: () => void) => () => void
}

/**
 * Keeps some of a customer's data up to date on screen, online and offline alike, until the returned function is
 * called: `show` is called whenever the server's data or the waiting changes have changed.
 */
export function follow<T, P>(
  observer: Observer<T>,
  { feature, customer }: { feature: string; customer: string },
  view: { show: (followed: Followed<T, P>) => void; clear: () => void },
): () => void {
  const show = () => {
    const { data: read, error } = observer.getCurrentResult()
    // Shown without what waits, it would be another a moment later.
    const data = outbox.isRead() ? read : undefined
    const waiting = outbox
      .all()
      .filter((intent) => intent.feature === feature && intent.customer === customer)
      .map((intent) => intent.payload as P)
    view.show({ data, error, waiting })
  }
  const stops = [observer.subscribe(show), outbox.subscribe(show), view.clear]
  show()
  return () => {
    for (const stop of stops) stop()
  }
}
