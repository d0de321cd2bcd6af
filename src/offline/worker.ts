import { type ToWorker, workerAddress } from '#contract/worker.ts'

const hour = 60 * 60_000
/** A phone wakes its pages again and again; no need to ask each time. */
const leastPause = 60_000

/** A version of the shop that is ready. `takeOver` gives the page to it, by loading it again. */
export type NewVersion = { takeOver: () => void }

/**
 * Registers the service worker and follows it. A new version is told of, once, and waits: it takes over when the
 * shopper says so, or by itself once no page of the old one is open.
 */
export async function attendWorker(onNewVersion: (version: NewVersion) => void): Promise<void> {
  const { serviceWorker } = navigator
  // Until it was asked for, a worker that takes over does so for another tab, and this page goes on as it is.
  let isAgreed = false
  let isTold = false
  const wasControlled = serviceWorker.controller !== null

  const registration = await serviceWorker.register(workerAddress, { updateViaCache: 'none' })

  const takeOver = () => {
    isAgreed = true
    if (registration.waiting === null) location.reload()
    else tell(registration.waiting, { kind: 'take-over' })
  }
  const announce = () => {
    if (isTold || serviceWorker.controller === null) return
    isTold = true
    onNewVersion({ takeOver })
  }
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') announce()
    })

  serviceWorker.addEventListener('controllerchange', () => {
    if (isAgreed) location.reload()
    else if (wasControlled) announce()
    else tell(serviceWorker.controller, { kind: 'seen', address: location.pathname + location.search })
  })
  if (registration.waiting !== null) announce()
  follow(registration.installing)
  registration.addEventListener('updatefound', () => follow(registration.installing))
  keepLooking(registration)
}

const tell = (worker: ServiceWorker | null, message: ToWorker) => worker?.postMessage(message)

/** Asks for a new version every hour, and when the shopper comes back to the page. */
function keepLooking(registration: ServiceWorkerRegistration) {
  let askedAt = Date.now()
  const look = () => {
    if (document.visibilityState === 'hidden' || Date.now() - askedAt < leastPause) return
    askedAt = Date.now()
    // Without a network there is nothing new either.
    registration.update().catch(() => undefined)
  }
  setInterval(look, hour)
  document.addEventListener('visibilitychange', look)
}
