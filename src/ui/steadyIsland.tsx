import { type ComponentType, Suspense, memo, startTransition, useEffect, useState } from 'react'
import { island } from '#src/lib/island.ts'

/**
 * An {@link island} for what the page may change before it has hydrated, such as a piece whose price is other than when
 * the page was made: React would discard the server's markup for the change, and show nothing until the code is there.
 * Here that markup stays, and the change comes with the code.
 */
export function steadyIsland<P extends object>(
  load: () => Promise<ComponentType<P>>,
  when: () => Promise<unknown>,
): ComponentType<P> {
  let isLoaded = false
  const Island: ComponentType<P> = island(async () => {
    const loaded = await load()
    isLoaded = true
    return loaded
  }, when)
  const Part = memo((props: P) => (
    <Suspense>
      <Island {...props} />
    </Suspense>
  ))
  // Memoised: nor may it be discarded for changes of the page that are none of its own.
  return memo((props: P) => {
    const [shown, show] = useState(props)
    // What a transition would replace by nothing stays until there is something. (`useDeferredValue` does the same, but
    // no other part of the shop needs it in its first view.)
    useEffect(() => startTransition(() => show(props)), [props])
    // Once the code is there nothing is discarded, and what changes with the page is drawn with it: a shopper who goes back
    // is scrolled to where they were as soon as the page is drawn.
    return <Part {...(isLoaded ? props : shown)} />
  })
}
