import type { Early } from './lib/early.ts'

/**
 * The first script of a page, and the smallest: it delays all others until the page's largest picture has arrived and
 * been painted, so that a slow phone first does what is looked at first. The page lists the other scripts as data.
 */
const enough = 2_500
/** The pause between attempts to reach a server whose scripts failed to load, in milliseconds. */
const pause = 5_000

function whenShown(): Promise<unknown> {
  // A hidden page paints nothing.
  if (document.hidden) return Promise.resolve()
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  return new Promise((resolve) => {
    // Once it has loaded it still has to be painted: a script that started now would delay that.
    const paint = () => requestAnimationFrame(() => setTimeout(resolve))
    // A shopper who presses something wants a working shop more than a finished picture; and a page that is not being
    // looked at never paints its picture.
    addEventListener('pointerdown', resolve)
    addEventListener('keydown', resolve)
    setTimeout(resolve, enough)
    if (picture === null || picture.complete) return paint()
    picture.addEventListener('load', paint)
    picture.addEventListener('error', paint)
  })
}

async function load() {
  const scripts: string[] = JSON.parse(document.getElementById('scripts')?.textContent ?? '[]')
  for (const href of scripts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  // Scripts come after those that they depend on in the list. Each runs in a task of its own: a slow phone that ran all
  // at once would not respond to a tap in the meantime.
  for (const href of scripts) {
    // Without the last one, the shop's own, nothing handles scripts that fail to load (`src/offline/lostCode.ts`).
    await import(/* @vite-ignore */ href).catch(() => href === scripts.at(-1) && loadAgain(href))
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/**
 * Reloads the page once the server answers: once for each build, because its scripts may not work in this browser, and
 * again whenever the network comes back.
 */
function loadAgain(script: string) {
  const attempt = async (isBack?: Event) => {
    try {
      // Should the event come too early, the note stays removed for later attempts.
      if (isBack) sessionStorage.removeItem('woken-for')
      if (sessionStorage.getItem('woken-for') === script) return
      // A proxy in front of our server answers for it too, while it is down.
      if ((await fetch(script, { cache: 'reload' })).status > 499) return
      sessionStorage.setItem('woken-for', script)
      location.reload()
    } catch {
      // Nobody answers. Or the note cannot be stored: without it nothing is reloaded, which might never end.
    }
  }
  addEventListener('online', (event) => void attempt(event))
  setInterval(attempt, pause)
}

// The shop reloads by itself when the network is back (`src/offline/place.ts`), and then opens without its loader.
try {
  if (sessionStorage.getItem('place') !== null) document.documentElement.dataset['returning'] = ''
} catch {
  // Storage is refused, so nothing is stored in it.
}

// A browser raises its prompt once, perhaps before the shop has loaded (`src/offline/install.ts`).
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installQuestion = event
})

// What a shopper does before React listens is kept, and done again then (`src/lib/early.ts`).
const held: Early['held'] = new Map()
const signs = ['click', 'change', 'input']

function hold(event: Event) {
  const { type, target } = event
  const control =
    target instanceof Element &&
    target.closest<HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
      'button, input, select, textarea',
    )
  if (control instanceof HTMLButtonElement) {
    const { form } = control
    // A form that has an address is sent by the browser itself.
    if (control.ariaDisabled === 'true' || (control.type === 'submit' && form?.hasAttribute('action'))) return
    event.preventDefault()
    control.setAttribute('aria-busy', 'true')
    control.dataset['early'] = ''
    keep(control, meaning(control))
  } else if (!control || type === 'click') return
  else if (control instanceof HTMLInputElement && (control.type === 'radio' || control.type === 'checkbox'))
    keep(control, control.checked)
  else keep(control, control.value)
}

function keep(control: HTMLElement, wanted: string | boolean) {
  held.delete(control)
  held.set(control, wanted)
}

const meaning: Early['meaning'] = (button) =>
  ['aria-label', 'aria-expanded'].map((name) => button.getAttribute(name)) + button.textContent

function release(control: HTMLElement) {
  held.delete(control)
  control.removeAttribute('aria-busy')
  delete control.dataset['early']
}

window.early = { signs, held, hold, meaning, release }
for (const sign of signs) document.addEventListener(sign, hold, true)
// Who leaves after a press has given it up: the page may come back as it was, and must not do it then.
addEventListener('pagehide', () => {
  for (const control of held.keys()) if (control instanceof HTMLButtonElement) release(control)
})

void whenShown().then(load)
