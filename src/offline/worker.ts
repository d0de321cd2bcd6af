import { Workbox } from 'workbox-window'

/** Registers the service worker once the page is done, so that it takes nothing from the first view. */
export function registerWorker() {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const register = () => void new Workbox('/sw.js', { updateViaCache: 'none' }).register()
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
