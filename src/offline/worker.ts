import { type ToWorker, workerAddress } from '#contract/worker.ts'
import { savesData } from '#src/lib/savesData.ts'
import { ownBuild } from './build.ts'
import { reloadPage } from './reloadPage.ts'

const minute = 60_000
const hour = 60 * minute
/**
 * How much longer the pause becomes with each attempt that failed: on a full phone, what was loaded for it was loaded
 * in vain.
 */
const slower = 4
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
 * shopper says so, or by itself once no page of the old one is open, or a page of its own is. Where there is no worker
 * yet, `onFailure` is called for each attempt in vain. Never rejects.
 */
export async function attendWorker(
  onNewVersion: (version: NewVersion) => void,
  onFailure: () => void,
): Promise<void> {
  const { serviceWorker } = navigator
  // Until the shopper has agreed, a worker that takes over does so for another tab, and this page goes on as it is.
  let isAgreed = false
  let isLeaving = false
  let isTold = false
  let isControlled = serviceWorker.controller !== null

  const registration = await registered(onFailure)

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
  void keepLooking(registration)
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

/**
 * The registration, once a worker of it is installed, be it from an earlier visit. If a file was lost on its way, the
 * first worker fails; the browser then drops the registration and refuses to update it
 * (https://w3c.github.io/ServiceWorker/#service-worker-registration-update). Only another one loads what is missing.
 */
async function registered(onFailure: () => void): Promise<ServiceWorkerRegistration> {
  for (let pause = minute; ; pause = Math.min(pause * slower, hour)) {
    try {
      const registration = await navigator.serviceWorker.register(workerAddress, { updateViaCache: 'none' })
      if (await isInstalled(registration)) return registration
    } catch {
      // The worker's own file was lost; or a private window or a policy refuses workers, and the shop works without.
    }
    onFailure()
    await nextChance(pause)
  }
}

/** Whether there is a worker, once the first one is installed or has failed. */
async function isInstalled({ active, waiting, installing }: ServiceWorkerRegistration): Promise<boolean> {
  if (active !== null || waiting !== null) return true
  if (installing === null || installing.state === 'redundant') return false
  return new Promise((resolve) => {
    const answer = () => resolve(installing.state !== 'redundant')
    installing.addEventListener('statechange', answer, { once: true })
  })
}

/** Asks for a new version every hour, and when the shopper or the network comes back. */
async function keepLooking(registration: ServiceWorkerRegistration) {
  for (;;) {
    await nextChance(hour)
    // Without a network there is no new version either.
    registration.update().catch(() => undefined)
  }
}

/**
 * Resolves after so many milliseconds, or as soon as the shopper comes back to the page or the browser is online again,
 * though after a minute at the earliest: a phone brings its pages back again and again. Never while nobody looks.
 */
function nextChance(pause: number): Promise<void> {
  const since = Date.now()
  return new Promise((resolve) => {
    const heard = new AbortController()
    const take = () => {
      if (document.visibilityState === 'hidden') return
      clearTimeout(timer)
      heard.abort()
      resolve()
    }
    const timer = setTimeout(take, pause)
    const takeEarly = () => Math.abs(Date.now() - since) >= minute && take()
    document.addEventListener('visibilitychange', takeEarly, { signal: heard.signal })
    window.addEventListener('online', takeEarly, { signal: heard.signal })
  })
}
