import type { Answer } from '#src/lib/answer.ts'
import type { Clock } from './clock.ts'
import { createConnection } from './connection.ts'
import type { NetworkState } from './network.ts'
import { type Memory, createReconnection } from './reconnection.ts'

/** What the screen shows of the network's state. */
export type NetworkView = {
  state: NetworkState
  /** Whether the dialog that there is no network is open. */
  isTold: boolean
  /** The network is back, and the page waits for the shopper's consent to reload. */
  isBack: boolean
}

type Means = {
  clock: Clock
  memory: Memory
  /** What the browser reports. */
  isOnline: () => boolean
  probe: () => Promise<boolean>
  /** Gives up what is on its way, and may be standing still. */
  giveUp: () => void
  mayReload: () => boolean
  settle: () => Promise<void>
  reload: () => void
}

/** The whole network slice: events and calls go in, the view and at most one reload come out. */
export function createNetworkService({ isOnline, probe, giveUp, clock, ...rest }: Means) {
  const isOnlineAtFirst = isOnline()
  let view: NetworkView = { state: isOnlineAtFirst ? 'online' : 'offline', isTold: false, isBack: false }
  const listeners = new Set<() => void>()

  function show(change: Partial<NetworkView>) {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }

  const reconnection = createReconnection({
    ...rest,
    clock,
    showWaiting: (isBack) => isBack !== view.isBack && show({ isBack }),
  })
  const connection = createConnection({
    clock,
    isOnline: isOnlineAtFirst,
    probe,
    show(state) {
      const wasOffline = view.state === 'offline'
      show({ state, isTold: view.isTold && state === 'offline' })
      if (state === 'offline') reconnection.lost()
      else if (wasOffline) reconnection.back()
    },
  })

  // A browser may claim for ever that it is offline, and a page that was never offline must not be reloaded. Only what
  // it reports after the start is news, and so is believed.
  let isInDoubt = !isOnlineAtFirst
  function settleDoubt(isThere: boolean) {
    if (isInDoubt && !isThere) reconnection.lost()
    isInDoubt = false
  }
  if (isInDoubt) void connection.check().then(settleDoubt)

  let endOpening: () => void = () => undefined

  return {
    view: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    follow: (call: Promise<Answer<unknown>>): void => void connection.follow(call),
    /** A page begins to load; the one before it, if that is still on its way, is no longer waited for. */
    opening() {
      endOpening()
      endOpening = connection.begin()
    },
    /** It is there, or says why not. */
    opened: () => endOpening(),
    /** The page is in view again: what was true before may no longer be. */
    seen: () => void ((view.state === 'offline' || !isOnline()) && connection.check()),
    /** The browser's own events; the loss of the network is shown at once. */
    browserSays(isThere: boolean) {
      settleDoubt(false)
      connection.browserSays(isThere)
      if (!isThere) show({ isTold: true })
    },
    /** Something the shopper asked for got no answer: opens the dialog if the network was the cause. */
    async needed(): Promise<void> {
      const isThere = view.state !== 'offline' && (await connection.check())
      if (!isThere) show({ isTold: true })
    },
    close: () => show({ isTold: false }),
    /** Asks the server now and reloads if it answers; resolves to whether it did. */
    async tryAgain(): Promise<boolean> {
      giveUp()
      const isThere = await connection.check()
      if (isThere) await reconnection.attempt()
      else show({ isTold: true })
      return isThere
    },
    reload: reconnection.go,
    moved: reconnection.moved,
  }
}
