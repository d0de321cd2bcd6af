/** Registers the service worker once the page is done, so that it takes nothing from the first view. */
export function registerWorker() {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  if (document.readyState === 'complete') void register()
  else window.addEventListener('load', () => void register(), { once: true })
}

async function register() {
  const { Workbox } = await import('workbox-window')
  try {
    await new Workbox('/sw.js', { updateViaCache: 'none' }).register()
  } catch {
    // Private windows and some policies refuse workers. The shop works without one.
  }
}
