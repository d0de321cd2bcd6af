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
/**
 * How long a script may be on its way before it is given up, in milliseconds: on the slowest line the largest takes
 * less.
 */
const limit = 60_000

function whenShown(): Promise<unknown> {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  return new Promise((resolve) => {
    // Once it has loaded it still has to be painted: a script that started now would delay that.
    const paint = () => requestAnimationFrame(() => setTimeout(resolve))
    // A shopper who presses something wants a working shop more than a finished picture; and a page that is not being
    // looked at never paints its picture.
    addEventListener('pointerdown', resolve)
    addEventListener('keydown', resolve)
    setTimeout(resolve, enough)
    // A hidden page paints nothing.
    if (document.hidden) return resolve(null)
    if (!picture || picture.complete) return paint()
    picture.onload = picture.onerror = paint
  })
}

/** The script that is waited for; if it was lost, what there is to do once it has run. */
let awaited = ''
let arrive: (() => void) | undefined
let imported: Promise<unknown> | undefined
/** One that the server has, and that does not run here: to download it again and again would change nothing. */
let useless = ''
/** On a slow line, one attempt would take it from another. */
let isAsking = false
/**
 * Where a link that was pressed leads, or a step in the history. The page for it is on its way, and nothing done to this
 * one may end that.
 */
let leaving: string | undefined = ''

const scripts: string[] = JSON.parse(document.getElementById('scripts')?.textContent ?? '[]')
/** The one that starts the shop, whose name is that of the build. */
const last = scripts.at(-1) ?? ''

async function load() {
  for (const href of scripts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  addEventListener('online', () => void (arrive && attempt('online')))
  const attempts = setInterval(attempt, pause)
  // Scripts come after those that they depend on in the list. Each runs in a task of its own: a slow phone that ran all
  // at once would not respond to a tap in the meantime.
  for (const href of scripts) {
    awaited = href
    const timer = setTimeout(() => {
      giveUp()
      // It was waiting behind the scripts, and has been lost with them.
      if (leaving) location.href = leaving
    }, limit)
    // What is lost is asked for again, which must not be given up for the first request's sake.
    await import(/* @vite-ignore */ href).finally(() => clearTimeout(timer)).catch(waitForIt)
    await new Promise((resolve) => setTimeout(resolve))
  }
  clearInterval(attempts)
}

/**
 * Loses all that is on its way. What came to a standstill would go on for ever, and where it takes up every connection
 * to the shop, the browser asks for nothing else: for no script, and no other page.
 */
function giveUp() {
  stop()
  // Not at once: what is waited for comes first.
  setTimeout(() => {
    for (const picture of document.images) if (!picture.naturalWidth) picture.src += ''
  }, 1_000)
}

/** Resolves once the script that was lost has run after all. */
function waitForIt(): Promise<void> {
  if (isWaiting()) say(late)
  return new Promise((resolve) => {
    arrive = resolve
    void attempt()
  })
}

/** What an attempt is made for, if it is not merely time for one. */
type Why = 'online' | 'asked'

/**
 * Runs the script if it can be had. If the server answers, and it still does not run, the page is reloaded: Safari and
 * Firefox never ask again for what was lost once, and the page may be of a build that is gone. That happens once for
 * each build, because its scripts may not work in this browser, and again whenever the network comes back or the shopper
 * asks for it; by itself never where something pressed or typed would be lost, or the page that a link leads to.
 */
async function attempt(why?: Why): Promise<void> {
  if (!why && (!arrive || isAsking)) return
  isAsking = true
  const lost = arrive
  const ask = async (href: string) => {
    const answer = await fetch(href, { cache: 'reload', signal: AbortSignal.timeout(why ? patience : limit) })
    // What is cut off on its way has not come.
    await answer.text()
    // A proxy in front of our server answers for it too, while it is down; a captive portal does with a page.
    if (answer.status > 499 || /html/.test(answer.headers.get('content-type') ?? '')) throw new Error(href)
  }
  try {
    // Should the event come too early, the note stays removed for later attempts.
    if (why === 'online') sessionStorage.removeItem('woken-for')
    const isKnown = !why && useless === awaited
    if (!isKnown) await ask(awaited)
    // Another attempt may have run it.
    const done = arrive ?? lost
    if (done) {
      // While it is on its way, the browser gives whoever else asks the same answer.
      await imported?.catch(() => {})
      imported = import(/* @vite-ignore */ awaited)
      if (await imported.then(Boolean, () => false)) {
        if (done === arrive) arrive = undefined
        return done()
      }
    }
    // Others need the last one, too: it may be the one that was lost. If not, only another page can have it.
    if (isKnown) return
    await ask(last)
  } catch {
    if (why === 'asked') say('Still no answer from the shop.')
    return
  } finally {
    isAsking = false
  }
  // The other is the shop's own note, which may have led to this very page (`src/offline/lostCode.ts`).
  const isNoted = () =>
    ['woken-for', 'reloaded-for'].some((name) => sessionStorage.getItem(name)?.startsWith(last))
  try {
    if (why !== 'asked' && (held.size > 0 || leaving || (!why && isNoted()))) {
      useless = awaited
      return
    }
    sessionStorage.setItem('woken-for', last)
  } catch {
    // Without the note nothing is reloaded by itself, which might never end.
    if (why !== 'asked') return
  }
  location.reload()
}

// The shop reloads by itself when the network is back (`src/offline/place.ts`), and then opens without its loader.
try {
  if (sessionStorage.getItem('place')) document.documentElement.dataset['returning'] = ''
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

type Press = Event & Partial<MouseEvent>

function hold(event: Press) {
  const { type, target } = event
  if (!(target instanceof Element)) return
  const control = target.closest<
    HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
  >('button, input, select, textarea')
  if (control instanceof HTMLButtonElement) {
    const { form } = control
    // A form that has an address is sent by the browser itself.
    if (control.ariaDisabled === 'true' || (control.type === 'submit' && form?.hasAttribute('action'))) return
    event.preventDefault()
    control.setAttribute('aria-busy', 'true')
    control.dataset['early'] = ''
    keep(control, meaning(control))
    if (arrive) say(late)
    else setTimeout(() => isWaiting() && say(late), patience)
  } else if (!control || type === 'click') {
    const link = target.closest('a')
    if (!link || !isLeft(event, link)) return
    leaving = link.href
    // Where this page's scripts stand still, another page would wait behind them.
    if (!event.cancelBubble && !arrive && event.timeStamp > patience) giveUp()
  } else
    keep(
      control,
      'checked' in control && /radio|checkbox/.test(control.type) ? control.checked : control.value,
    )
}

/** Of the page, whatever the place on it. */
const address = () => location.href.split('#')[0]

/** Whether the browser leaves this page for the link: not for a place on it, a tab of its own or a telephone. */
const isLeft = (press: Press, { href, host, target }: HTMLAnchorElement) =>
  host !== '' &&
  !href.startsWith(`${address()}#`) &&
  !(press.ctrlKey || press.metaKey || press.shiftKey || press.altKey || target)

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
  const link = Object.assign(document.createElement('a'), {
    href: '',
    textContent: 'Try Again',
    onclick() {
      leaving = ''
      if (!arrive) giveUp()
      void attempt('asked')
      return false
    },
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

// Without the parameters that an advertisement has appended: they change nothing on the page, and are no business of the
// person who gets the link next. Not later, when it might be written over the page that the shopper has gone back to.
const href = document.getElementById('root')?.dataset['href'] ?? ''
if (href.split('?')[0] === location.pathname) history.replaceState(history.state, '', href + location.hash)

let shown = address()
// A browser takes the pages before a reload for places in this document, and shows them by their address alone.
const step: Early['step'] = (event) => {
  // Within the page.
  if (address() === shown) return
  // Nor is this page to stay once another is on its way.
  shown = ''
  leaving = address()
  if (!arrive && event.timeStamp > patience) giveUp()
  location.reload()
}

window.early = { signs, held, hold, meaning, release, say, step, whole: whenShown().then(load) }
addEventListener('popstate', step)
for (const sign of signs) document.addEventListener(sign, hold, true)
// Who leaves after a press has given it up: the page may come back as it was, and must not do it then.
addEventListener('pagehide', () => {
  for (const control of held.keys()) if (control instanceof HTMLButtonElement) release(control)
  // Should the page come back as it is, nothing may keep it from being loaded again.
  useless = leaving = ''
})
