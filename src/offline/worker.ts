import { type ToWorker, workerAddress } from '#contract/worker.ts'
import { savesData } from '#src/lib/savesData.ts'
import { ownBuild } from './build.ts'
import { reloadPage } from './reloadPage.ts'

const hour = 60 * 60_000
/** A phone brings its pages back again and again; no need to check each time. */
const leastPause = 60_000
/**
 * How long, in milliseconds, the new worker is waited for after it was told to take over: what the old one is doing may
 * hold it up for minutes, as may a tab that starts the old one again just when it was ended (Chromium then does nothing
 * until the next page is loaded).
 */
const patience = 2_000
const quickly = 1_000

/** A version of the shop that is ready. `takeOver` switches the page to it, by reloading. */
export type NewVersion = { takeOver: () => void }

/**
 * Registers the service worker and follows it. A new version is announced once, and waits: it takes over when the
 * shopper says so, or by itself once no page of the old one is open, or a page of its own is.
 */
export async function attendWorker(onNewVersion: (version: NewVersion) => void): Promise<void> {
  const { serviceWorker } = navigator
  // Until the shopper has agreed, a worker that takes over does so for another tab, and this page goes on as it is.
  let isAgreed = false
  let isLeaving = false
  let isTold = false
  let isControlled = serviceWorker.controller !== null

  const registration = await serviceWorker.register(workerAddress, { updateViaCache: 'none' })

  const reload = async () => {
    if (isLeaving) return
    isLeaving = true
    await reloadPage()
  }
  const takeOver = () => {
    if (isAgreed) return
    isAgreed = true
    const next = registration.waiting ?? registration.installing
    // Another tab has agreed already.
    if (next === null) return void reload()
    tell(next, { kind: 'take-over' })
    setTimeout(() => void reload(), patience)
  }
  const announce = async (worker: ServiceWorker | null) => {
    if (worker === null || isTold || serviceWorker.controller === null) return
    if (await isOfThisBuild(worker)) {
      // The server gave this page the new version before its worker was ready: there is nothing to announce here, and
      // the tabs of the old version go on.
      if (worker === registration.waiting) tell(worker, { kind: 'take-over' })
    } else if (!isTold) {
      isTold = true
      onNewVersion({ takeOver })
    }
  }
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') void announce(worker)
    })

  serviceWorker.addEventListener('controllerchange', () => {
    if (isAgreed) void reload()
    else if (isControlled) void announce(serviceWorker.controller)
    else {
      tell(serviceWorker.controller, { kind: 'seen', address: location.pathname + location.search })
      showPicturesAgain()
    }
    isControlled = true
  })
  // A page that was loading at the moment the worker became active was missed.
  void serviceWorker.ready.then(
    ({ active }) => serviceWorker.controller === null && tell(active, { kind: 'claim' }),
  )
  follow(registration.installing)
  registration.addEventListener('updatefound', () => follow(registration.installing))
  keepLooking(registration)
  await announce(registration.waiting)
}

/**
 * Has the worker keep the pictures that the page loaded before there was a worker: the browser may forget them at any
 * time. Asked for in another mode, they are not taken from memory, which the worker does not see; the browser's own
 * cache still has them, and nothing is loaded twice.
 */
function showPicturesAgain() {
  if (savesData()) return
  for (const { complete, naturalWidth, currentSrc } of document.images)
    if (complete && naturalWidth > 0)
      Object.assign(new Image(), { crossOrigin: 'anonymous', fetchPriority: 'low', src: currentSrc })
}

const tell = (worker: ServiceWorker | null, message: ToWorker) => worker?.postMessage(message)

/** Asks the worker. One that does not answer is another's: of an older shop, or the one that only removes itself. */
function isOfThisBuild(worker: ServiceWorker): Promise<boolean> {
  const { port1: here, port2: there } = new MessageChannel()
  const question: ToWorker = { kind: 'is-yours', script: ownBuild() }
  return new Promise((resolve) => {
    const settle = (answer: boolean) => {
      here.close()
      resolve(answer)
    }
    here.addEventListener('message', ({ data }) => settle(data === true))
    here.start()
    worker.postMessage(question, [there])
    setTimeout(settle, quickly, false)
  })
}

/** Asks for a new version every hour, and when the shopper comes back to the page. */
function keepLooking(registration: ServiceWorkerRegistration) {
  let askedAt = Date.now()
  const look = () => {
    if (document.visibilityState === 'hidden' || Math.abs(Date.now() - askedAt) < leastPause) return
    askedAt = Date.now()
    // Without a network there is no new version either.
    registration.update().catch(() => undefined)
  }
  setInterval(look, hour)
  document.addEventListener('visibilitychange', look)
}
