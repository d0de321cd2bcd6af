import type { QueryClient } from '@tanstack/react-query'
import { createStore, get, update } from 'idb-keyval'
import type { Answer } from '#src/lib/answer.ts'

/**
 * One change that the shopper made and the server has yet to hear of. It belongs to one customer, is sent in order
 * and exactly once: `key` is its Idempotency-Key, so that sending it again after a lost answer changes nothing.
 */
export type Intent<P = unknown> = {
  key: string
  customer: string
  /** Which feature understands the payload. */
  feature: string
  payload: P
  /** Not to be sent earlier than this (epoch milliseconds), so that quick taps collapse into one change. */
  notBefore: number
  /** Once it may have reached the server it must not be changed any more. */
  isAttempted: boolean
}

export type Handler<P> = {
  /** Sends it. Never raises; without an answer the outbox tries again later. */
  send: (intent: Intent<P>, queryClient: QueryClient) => Promise<Answer<unknown>>
  /** Brings the query cache in line with the answer; called at once before the intent leaves the list. */
  settle: (intent: Intent<P>, answer: Answer<unknown>, queryClient: QueryClient) => void
  /** Nothing of this feature is waiting any more. */
  drained: (queryClient: QueryClient) => void
}

const retryAfter = 5_000
const recordKey = 'intents'

let waiting: readonly Intent[] = []
const listeners = new Set<() => void>()
const handlers = new Map<string, Handler<never>>()
let running: { queryClient: QueryClient; customer: () => string | null } | null = null
let timer: ReturnType<typeof setTimeout> | undefined

let store: ReturnType<typeof createStore> | null = null
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('damson-outbox')

function show(next: readonly Intent[]) {
  waiting = next
  for (const listener of listeners) listener()
}

/** Changes the stored list and what this tab shows of it. Where nothing can be stored, the tab's memory must do. */
async function change(edit: (list: readonly Intent[]) => readonly Intent[]) {
  show(edit(waiting))
  try {
    store ??= createStore('damson-outbox', 'intents')
    await update<readonly Intent[]>(recordKey, (list) => edit(list ?? []), store)
    tabs?.postMessage('changed')
  } catch {
    store = null
  }
}

async function reload() {
  try {
    store ??= createStore('damson-outbox', 'intents')
    show((await get<readonly Intent[]>(recordKey, store)) ?? [])
  } catch {
    store = null
  }
}

const mine = (): readonly Intent[] => {
  const customer = running?.customer() ?? null
  return waiting.filter((intent) => intent.customer === customer)
}

async function drainNow() {
  if (!running) return
  const { queryClient } = running
  await reload()
  for (;;) {
    const [next] = mine()
    if (!next) break
    const wait = next.notBefore - Date.now()
    if (wait > 0) return drainIn(wait)
    const handler = handlers.get(next.feature)
    if (!handler) return
    const intent = { ...next, isAttempted: true } as Intent<never>
    await change((list) => list.map((other) => (other.key === next.key ? intent : other)))
    const answer = await handler.send(intent, queryClient)
    // Not heard, not ready, or no longer signed in: it stays, and goes with the same key.
    if (
      answer.error &&
      (answer.error.isUnanswered || answer.status >= 500 || [401, 409, 429].includes(answer.status))
    ) {
      return drainIn(retryAfter)
    }
    handler.settle(intent, answer, queryClient)
    await change((list) => list.filter((other) => other.key !== next.key))
    if (!mine().some((other) => other.feature === next.feature)) handler.drained(queryClient)
  }
}

/** Another tab changed the list; once it has sent everything, what this one knows of the server is old. */
async function followOtherTab() {
  const before = new Set(mine().map((intent) => intent.feature))
  await reload()
  if (!running) return
  for (const feature of before) {
    if (!mine().some((intent) => intent.feature === feature))
      handlers.get(feature)?.drained(running.queryClient)
  }
}

function drainIn(milliseconds: number) {
  clearTimeout(timer)
  timer = setTimeout(() => void drain(), milliseconds)
}

/** One tab at a time sends; a browser without locks has one tab that matters. */
function drain(): Promise<void> {
  if (!('locks' in navigator)) return drainNow()
  return navigator.locks.request('damson-outbox', drainNow) as Promise<void>
}

export const outbox = {
  /** Says who understands a feature's intents. */
  handle<P>(feature: string, handler: Handler<P>) {
    handlers.set(feature, handler as unknown as Handler<never>)
  },

  /** Starts sending for whoever is signed in; called once, in the browser. */
  start(queryClient: QueryClient, customer: () => string | null) {
    running = { queryClient, customer }
    tabs?.addEventListener('message', () => void followOtherTab())
    window.addEventListener('online', () => void drain())
    void drain()
  },

  /**
   * Adds a change. `collapse` sees this customer's waiting changes of the feature that have not been sent yet and
   * gives the ones that shall stand, the new one among them.
   */
  async post<P>(
    feature: string,
    customer: string,
    collapse: (
      unsent: readonly Intent<P>[],
      make: (payload: P, delay?: number) => Intent<P>,
    ) => readonly Intent<P>[],
  ) {
    const make = (payload: P, delay = 0): Intent<P> => ({
      key: crypto.randomUUID(),
      customer,
      feature,
      payload,
      notBefore: Date.now() + delay,
      isAttempted: false,
    })
    const isOpen = (intent: Intent) =>
      !intent.isAttempted && intent.customer === customer && intent.feature === feature
    const open = collapse(waiting.filter(isOpen) as Intent<P>[], make)
    await change((list) => [...list.filter((intent) => !isOpen(intent)), ...open])
    await drain()
  },

  /** What waits for whoever is signed in, oldest first. The same array until something changes. */
  all: () => waiting,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },

  /** Forgets everything: a customer signed out on this browser. */
  wipe: () => change(() => []),
}
