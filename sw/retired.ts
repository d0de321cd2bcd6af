declare const self: ServiceWorkerGlobalScope

// What is served in the worker's place when it must go (`SERVICE_WORKER=off`): takes over at once, removes what was
// kept in Cache Storage, and leaves. Pages that are open go on, and ask the server from here on; what a shopper has
// typed into them, and their edits that wait, is none of its business.
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
