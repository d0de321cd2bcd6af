import type { Early } from './lib/early.ts'

/**
 * The first script of a page, and the smallest: it delays all others until the page's largest picture has arrived and
 * been painted, so that a slow phone first does what is looked at first. The page lists the other scripts as data.
 */
const enough = 2_500
/** The pause between attempts to reach a server whose scripts failed to load, in milliseconds. */
const pause = 5_000
/** How long a press is waited for without a word, in milliseconds. */
const patience = 8_000

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

/** The script that is waited for, and whether it is known to be lost. */
let awaited = ''
let isLost = false
let imported: Promise<unknown> = Promise.resolve()
/** What the line at the foot of the window offers. */
let tryAgain: () => Promise<unknown> = () => attempt('asked')

const scripts: string[] = JSON.parse(document.getElementById('scripts')?.textContent ?? '[]')

async function load() {
  for (const href of scripts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  // Scripts come after those that they depend on in the list. Each runs in a task of its own: a slow phone that ran all
  // at once would not respond to a tap in the meantime.
  for (const href of scripts) {
    awaited = href
    await import(/* @vite-ignore */ href).catch(waitForIt)
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** Resolves once the script that was lost has run after all. */
function waitForIt(): Promise<void> {
  isLost = true
  if (isWaiting()) say(late)
  return new Promise((resolve) => {
    const look = async (why?: Why) => {
      if (!(await attempt(why))) return
      isLost = false
      clearInterval(timer)
      removeEventListener('online', back)
      resolve()
    }
    const back = () => void look('online')
    addEventListener('online', back)
    tryAgain = () => look('asked')
    const timer = setInterval(look, pause)
    void look()
  })
}

/** What an attempt is made for, if it is not merely time for one. */
type Why = 'online' | 'asked'

/**
 * Returns whether the script has run. If the server answers, and it still does not run, the page is reloaded: Safari and
 * Firefox never ask again for what was lost once, and the page may be of a build that is gone. That happens once for
 * each build, because its scripts may not work in this browser, and again whenever the network comes back or the shopper
 * asks for it; by itself never where something pressed or typed would be lost.
 */
async function attempt(why?: Why): Promise<boolean> {
  try {
    // Should the event come too early, the note stays removed for later attempts.
    if (why === 'online') sessionStorage.removeItem('woken-for')
    // A proxy in front of our server answers for it too, while it is down.
    if ((await fetch(awaited, { cache: 'reload' })).status > 499) throw new Error(awaited)
  } catch {
    if (why === 'asked') say('Still no answer from the shop.')
    return false
  }
  if (isLost) {
    // While it is on its way, the browser gives whoever else asks the same answer.
    await imported.catch(() => {})
    try {
      await (imported = import(/* @vite-ignore */ awaited))
      return true
    } catch {
      // Only another page can have it.
    }
  }
  const build = scripts.at(-1) ?? ''
  // The other is the shop's own note, which may have led to this very page (`src/offline/lostCode.ts`).
  const isNoted = () =>
    ['woken-for', 'reloaded-for'].some((name) => sessionStorage.getItem(name)?.startsWith(build))
  try {
    if (why !== 'asked' && (held.size > 0 || (!why && isNoted()))) return false
    sessionStorage.setItem('woken-for', build)
  } catch {
    // Without the note nothing is reloaded by itself, which might never end.
    if (why !== 'asked') return false
  }
  location.reload()
  return false
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
    if (isLost) say(late)
    else setTimeout(() => isWaiting() && say(late), patience)
  } else if (!control || type === 'click') return
  else if (control instanceof HTMLInputElement && (control.type === 'radio' || control.type === 'checkbox'))
    keep(control, control.checked)
  else keep(control, control.value)
}

function keep(control: HTMLElement, wanted: string | boolean) {
  held.delete(control)
  held.set(control, wanted)
}

const isWaiting = () => [...held.keys()].some((control) => control instanceof HTMLButtonElement)

const late = 'Part of this page has not arrived yet. What you pressed or typed is kept until it has.'
const line = Object.assign(document.createElement('p'), { id: 'unready', role: 'alert' })

const say: Early['say'] = (text) => {
  line.remove()
  if (text === '') return
  const link = Object.assign(document.createElement('a'), { href: '', textContent: 'Try Again' })
  link.addEventListener('click', (event) => {
    event.preventDefault()
    void tryAgain()
  })
  line.replaceChildren(`${text} `, link)
  document.body.append(line)
}

const meaning: Early['meaning'] = (button) =>
  ['aria-label', 'aria-expanded'].map((name) => button.getAttribute(name)) + button.textContent

function release(control: HTMLElement) {
  control.removeAttribute('aria-busy')
  delete control.dataset['early']
  if (held.delete(control) && !isWaiting()) say('')
}

window.early = { signs, held, hold, meaning, release, say, whole: whenShown().then(load) }
for (const sign of signs) document.addEventListener(sign, hold, true)
// Who leaves after a press has given it up: the page may come back as it was, and must not do it then.
addEventListener('pagehide', () => {
  for (const control of held.keys()) if (control instanceof HTMLButtonElement) release(control)
})
