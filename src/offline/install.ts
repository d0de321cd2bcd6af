import { local } from '#src/lib/storage.ts'
import { type Moment, goodMoment } from './goodMoment.ts'
import { startupScreens } from './startupScreens.ts'

/** The browser's own install prompt, held back until the shopper wants it (not every browser has one). */
type InstallPrompt = Event & {
  prompt: () => Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface Window {
    /** The prompt that the browser raised before the shop had loaded: `boot.ts` keeps it. */
    installQuestion?: Event
  }
}

/** How the shop can be installed here: by the browser's prompt, or by steps that the shopper takes. */
export type InstallOffer = { way: 'prompt' | 'steps'; moment: Moment }

const key = 'install-declined'
const installedLook = '(display-mode: standalone)'

let kept: InstallPrompt | null = null
let isDone = false
let offer: InstallOffer | null = null
const listeners = new Set<() => void>()

const isPrompt = (event: Event): event is InstallPrompt => 'prompt' in event

const isInstalled = (): boolean =>
  matchMedia(installedLook).matches || ('standalone' in navigator && navigator.standalone === true)

/** Safari on an iPhone or iPad, where only the shopper can do it. */
const isByHand = (): boolean => 'standalone' in navigator && !('onbeforeinstallprompt' in window)

function decide() {
  const moment = goodMoment.which()
  const way: InstallOffer['way'] | null = kept !== null ? 'prompt' : isByHand() ? 'steps' : null
  const isWelcome = !isDone && !isInstalled() && local.get(key) === null
  const next = moment !== null && way !== null && isWelcome ? { way, moment } : null
  if (next?.way === offer?.way && next?.moment === offer?.moment) return
  offer = next
  for (const listener of listeners) listener()
}

function close() {
  isDone = true
  decide()
}

export const install = {
  /** Holds back the browser's own prompt, and with it its banner. To be called once. */
  attend() {
    const keepBack = (event: Event) => {
      event.preventDefault()
      if (isPrompt(event)) kept = event
      decide()
    }
    if (window.installQuestion) keepBack(window.installQuestion)
    window.addEventListener('beforeinstallprompt', keepBack)
    window.addEventListener('appinstalled', () => {
      close()
      // An installed shop may be granted persistent storage more readily than a visited one.
      navigator.storage?.persist().catch(() => false)
    })
    goodMoment.subscribe(decide)
    if (isByHand() && !isInstalled()) addStartupImage()
  },
  offer: (): InstallOffer | null => offer,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  async accept() {
    const asking = kept
    kept = null
    if (asking === null) return close()
    try {
      await asking.prompt()
      const { outcome } = await asking.userChoice
      if (outcome === 'dismissed') local.set(key, 'true')
    } catch {
      // The browser no longer asks, and there is nothing that the shopper can do about it.
    }
    close()
  },
  decline: () => {
    local.set(key, 'true')
    close()
  },
}

/** iOS reads it when the shop is added to the home screen; all sizes in every page would be wasted bytes. */
function addStartupImage() {
  const [width, height] = [screen.width, screen.height].map((side) => Math.round(side * devicePixelRatio))
  if (!startupScreens.some((one) => one.width === width && one.height === height)) return
  const link = document.createElement('link')
  link.rel = 'apple-touch-startup-image'
  link.href = `/icons/startup/${width}x${height}.png`
  document.head.append(link)
}
