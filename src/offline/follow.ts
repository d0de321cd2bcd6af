import { outbox } from './outbox.ts'

type Followed<T, P> = {
  /** What is known of the server's; undefined while nothing is. */
  data: T | undefined
  error: Error | null
  /** The changes that the server has yet to hear of, oldest first. */
  waiting: P[]
}

/** As much of a query's observer as is needed here, whatever the query's key. */
type Observer<T> = {
  getCurrentResult: () => { data: T | undefined; error: Error | null }
  subscribe: (listener: () => void) => () => void
}

/**
 * Keeps something of one customer's on view, online and offline alike, until the function it gives is called: `show`
 * is told whenever the server's data or what waits has changed.
 */
export function follow<T, P>(
  observer: Observer<T>,
  { feature, customer }: { feature: string; customer: string },
  view: { show: (followed: Followed<T, P>) => void; clear: () => void },
): () => void {
  const show = () => {
    const { data, error } = observer.getCurrentResult()
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
