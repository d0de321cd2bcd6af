declare const self: ServiceWorkerGlobalScope

// Served in the worker's place when it must go (`SERVICE_WORKER=off`): takes over at once, removes what was kept in
// Cache Storage, and unregisters itself. Open pages go on, and use the server from then on; what a shopper has typed
// into them, and their waiting edits, are not touched.
self.addEventListener('install', () => void self.skipWaiting())

self.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) await caches.delete(name)
      await self.registration.unregister()
    })(),
  ),
)

export {}
