import type { QueryClient } from '@tanstack/react-query'
import { savedTexts } from '#contract/savedTexts.ts'
import { notify } from '#src/ui/notify.ts'
import type { Answer } from '#src/lib/answer.ts'
import { expectedBack } from '#src/lib/expectedBack.ts'
import { isNobodys, isUndecided } from '#src/lib/decided.ts'
import { withLock } from '#src/lib/withLock.ts'
import { openChannel } from './channel.ts'
import { makeRoom } from './copies.ts'
import { type Collapse, type Handler, type Intent, intentMaker } from './intent.ts'
import { network } from './network.ts'
import { longestTurn, mostAttempts, pauseAfter } from './outboxPace.ts'
import { type Edit, createOutboxStore } from './outboxStore.ts'
import { askToStay } from './stay.ts'
import { tell } from './tell.ts'
import { collapseOwn, handlers, understood } from './understood.ts'

/** Stands in for an answer that another tab was given. */
const unsaid: Answer<unknown> = { body: null, status: 200, error: null }
/** The list that all tabs share, as last read. */
let kept: readonly Intent[] = []
/** Made here, and not yet on that list: whatever is read from it meanwhile is older than these. */
let adding: readonly Edit[] = []
let waiting: readonly Intent[] = []
let isRead = false
/** Settled, and not yet off the stored list: its effect on the server is on view already. */
let settling: string | null = null
const listeners = new Set<() => void>()
let running: { queryClient: QueryClient; customer: () => string | null } | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let unheard = 0

const tabs = openChannel('damson-outbox')

const store = createOutboxStore({
  foundUnreadable: () => tell('warning', savedTexts.unreadableChanges),
  makeRoom,
})

const withAdding: Edit = (list) => adding.reduce((former, add) => add(former), list)

function show(next: readonly Intent[]) {
  kept = next
  waiting = withAdding(next)
    .filter(({ key }) => key !== settling)
    .flatMap((intent) => understood(intent) ?? [])
  for (const listener of listeners) listener()
}

/**
 * Takes over the list that all tabs share. An intent that may have been sent and is gone from the list was sent by
 * another tab: it stays applied until the data is refetched, or it would disappear from view until then. Any other that
 * is gone was taken back there.
 */
function take(next: readonly Intent[]) {
  const gone = mineIn(waiting).filter(({ key }) => !next.some((other) => other.key === key))
  for (const intent of gone)
    if (running && intent.attemptedAt !== null)
      handlers.get(intent.feature)?.settle(intent as Intent<never>, unsaid, running.queryClient)
  isRead = true
  show(next)
  readWhereOld(gone)
}

/** Changes the list that all tabs share, and what this one shows of it; returns what waits now. */
async function change(edit: Edit) {
  const next = await store.update(edit)
  adding = adding.filter((add) => add !== edit)
  take(next)
  tabs?.postMessage('changed')
  return next
}

const reload = async () => take(await store.update((list) => list))

/** The intents of features known here, made by the signed-in customer, oldest first. */
function mineIn(list: readonly Intent[]): readonly Intent[] {
  const customer = running?.customer() ?? null
  return list.filter((intent) => intent.customer === customer && handlers.has(intent.feature))
}

/** A page that is left, or put aside on a phone, may have no other moment; its database takes up to seconds. */
const jotDown = () => store.jotDown(kept, adding)

/** Resolves to whether it was still there to be replaced, and is. */
async function replace(intent: Intent) {
  const isIt = ({ key }: Intent) => key === intent.key
  const list = await change((former) => former.map((one) => (isIt(one) ? intent : one)))
  return list.some(isIt) && store.isWhole()
}

async function drainNow() {
  for (;;) {
    if (!(await store.regain())) return drainIn(pauseAfter(1))
    await reload()
    if (!store.isWhole()) continue
    await tellOfForeign()
    const next = mineIn(kept).find((intent) => understood(intent) !== null)
    if (!next || !running) return drainIn(store.askIn())
    // A clock that was set back must not hold a change for ever.
    const delay = Date.now() < next.madeAt ? 0 : next.notBefore - Date.now()
    if (delay > 0) return drainIn(delay)
    if (network.state() !== 'offline') {
      if (!(await isDone(next, running))) return
    } else if (store.isDurable()) return drainIn(store.askIn())
    else await giveUp(next)
  }
}

/** What only another build understands waits for that one, and holds nothing up; the shopper is told once. */
async function tellOfForeign() {
  const foreign = mineIn(kept).filter((intent) => !intent.isTold && understood(intent) === null)
  if (foreign.length === 0) return
  tell('warning', savedTexts.foreignChanges)
  const isForeign = ({ key }: Intent) => foreign.some((one) => one.key === key)
  await change((list) => list.map((one) => (isForeign(one) ? { ...one, isTold: true } : one)))
}

/** Sends one that is understood, and settles its outcome; false if it has to be retried later. */
async function isDone(
  next: Intent,
  { queryClient, customer }: NonNullable<typeof running>,
): Promise<boolean> {
  const handler = handlers.get(next.feature)
  if (!handler) return false
  let intent: Intent = { ...next, attemptedAt: next.attemptedAt ?? Date.now() }
  const asRead = () => understood(intent) as Intent<never>
  // A further tap may have merged it into another since it was read.
  if (next.attemptedAt === null && !(await replace(intent))) return true
  const answer = await handler.send(asRead(), queryClient, async (payload) => {
    intent = { ...intent, payload }
    await replace(intent)
  })
  if (customer() !== intent.customer) return false

  if (answer.error && isNobodys(answer.error)) {
    if (store.isDurable()) drainIn(pauseAfter((unheard += 1)))
    else await giveUp(intent)
    return !store.isDurable()
  }
  unheard = 0
  const refusals = intent.refusals + 1
  if (answer.error && isUndecided(answer.error) && refusals < mostAttempts(answer)) {
    await replace({ ...intent, refusals })
    drainIn(pauseAfter(refusals))
    return false
  }
  handler.settle(asRead(), answer, queryClient)
  await settled(intent)
  return true
}

async function settled(intent: Intent) {
  settling = intent.key
  show(kept)
  // At once: a read that is under way would restore what was there before.
  readWhereOld([intent])
  take(await store.remove(intent.key))
  tabs?.postMessage('changed')
  settling = null
}

/**
 * Once nothing of a feature waits for its customer, what this tab knows of the server's data is old. Earlier, only what
 * is being read already would undo on screen what has been answered since.
 */
function readWhereOld(gone: readonly Intent[]) {
  if (!running) return
  const features = new Map(gone.map((intent) => [intent.feature, intent]))
  for (const { feature, customer } of features.values()) {
    const handler = handlers.get(feature)
    const isDrained = !waiting.some((other) => other.feature === feature && other.customer === customer)
    const isAnswered = gone.some((one) => one.feature === feature && one.attemptedAt !== null)
    if (isDrained || (isAnswered && handler?.isReading(running.queryClient, customer)))
      handler?.readAgain(running.queryClient, customer)
  }
}

/** If nothing can be stored and nobody answers, a change cannot be promised: it is undone where the shopper sees it. */
async function giveUp(intent: Intent) {
  tell('error', savedTexts.notKept)
  await settled(intent)
}

function drainIn(milliseconds: number) {
  clearTimeout(timer)
  if (milliseconds === Infinity) return
  timer = setTimeout(() => void drain(), milliseconds)
}

let draining: Promise<void> | null = null
let isWantedAgain = false

/** Sends what can be sent. One tab at a time does; one that has been suspended holds the others up only for a while. */
function drain(): Promise<void> {
  isWantedAgain = true
  draining ??= drainWhileWanted()
  return draining
}

async function drainWhileWanted() {
  try {
    while (isWantedAgain) {
      isWantedAgain = false
      const limit = new AbortController()
      const wait = setTimeout(() => limit.abort(), longestTurn)
      await withLock('damson-outbox', drainNow, { signal: limit.signal })
      clearTimeout(wait)
    }
  } finally {
    // Here, not once this has resolved: whoever wants it in between would be heard by nobody.
    draining = null
  }
}

export const outbox = {
  /** Registers the handler of a feature's intents. */
  handle<P>(feature: string, handler: Handler<P>) {
    handlers.set(feature, handler as unknown as Handler<never>)
  },

  /** Starts sending for whoever is signed in; called once, in the browser. */
  start(queryClient: QueryClient, customer: () => string | null) {
    running = { queryClient, customer }
    tabs?.addEventListener('message', () => void reload())
    network.subscribe(() => network.state() !== 'offline' && void drain())
    window.addEventListener('online', () => void drain())
    window.addEventListener('pagehide', jotDown)
    document.addEventListener('visibilitychange', () => document.hidden && jotDown())
    const catchUp = () => {
      // Another tab may be sending, and is waited for.
      void reload()
      void drain()
    }
    // A page in the back/forward cache hears nothing of other tabs.
    window.addEventListener('pageshow', ({ persisted }) => persisted && catchUp())
    catchUp()
  },

  /**
   * Adds a change: on view at once, and stored when this resolves; it is sent as soon as possible. `collapse` gets this
   * customer's waiting changes of the feature, those that may have been sent and those that have not, and returns the
   * latter as they should be, including the new one. It may be called several times. Under one `key` it is made once.
   */
  async post<P>(feature: string, customer: string, collapse: Collapse<P>, key: string = crypto.randomUUID()) {
    if (running && running.customer() !== customer) return
    const make = intentMaker<P>({ key, customer, feature })
    const isOwn = (intent: Intent) =>
      intent.customer === customer && intent.feature === feature && intent.key !== settling
    const add: Edit = (list) => {
      if (list.some((intent) => intent.key === key)) return list
      return collapseOwn<P>(list, isOwn, (unsent, attempted) => collapse(unsent, make, attempted))
    }
    adding = [...adding, add]
    show(kept)
    await change(add)
    if (store.isDurable()) {
      void askToStay()
      if (network.state() === 'offline') notify.success(savedTexts.waitsForNetwork, { id: 'waits' })
    }
    void drain()
  },

  /** Sends whatever waits; resolves once that is done, or is known to have to wait. */
  async flush(): Promise<void> {
    if (!running) return
    await change((list) => list.map((intent) => ({ ...intent, notBefore: 0 })))
    await drain()
  },

  /** Whether its customer has changed nothing else of its feature since: what they were told last was of this. */
  isLast: ({ key, customer, feature }: Intent) =>
    waiting.findLast((one) => one.customer === customer && one.feature === feature)?.key === key,

  /** What waits, whoever's it is, oldest first, as it is to be shown. The same array until something changes. */
  all: () => waiting,
  /** Whether it is known what waits: not at a start, for a moment, or for seconds if the database is slow. */
  isRead: () => isRead,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },

  /**
   * Forgets everything, or what this customer made: they signed out on this browser. A customer who is expected back
   * keeps theirs.
   */
  async wipe(customer?: string) {
    // Read now: they may be back before all of this is done.
    const spared = new Set(expectedBack.all())
    const isLeft = (intent: Intent) =>
      spared.has(intent.customer) || (customer !== undefined && intent.customer !== customer)
    adding = []
    show(kept.filter(isLeft))
    if (customer !== undefined) return void (await change((list) => list.filter(isLeft)))
    await store.clear()
    tabs?.postMessage('changed')
  },
}
