import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

// What the shop is made of: scripts, styles, fonts and icons, all named after their content. Pages and data still
// come from the server.
cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)
