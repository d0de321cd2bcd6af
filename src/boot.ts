/**
 * The first script of a page, and the smallest: keeps all others off the line until the page's largest picture has
 * arrived and is painted, so that a slow phone first does what is looked at first. The page lists them as data.
 */
const enough = 2_500
/** Between two attempts to reach a server whose scripts were lost on the way. */
const pause = 5_000

function whenShown(): Promise<unknown> {
  // Nothing is painted where nobody looks.
  if (document.hidden) return Promise.resolve()
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  return new Promise((resolve) => {
    // Once it has arrived it is still to be painted: a script that began now would have it wait.
    const paint = () => requestAnimationFrame(() => setTimeout(resolve))
    // Whoever presses something would rather have the shop awake than the picture finished, and who looks elsewhere in
    // the meantime keeps it from being painted.
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
  // What stands on others comes after them in the list. Each runs in a task of its own: a slow phone that ran all at
  // once would answer no finger in the meantime.
  for (const href of scripts) {
    // Without the last one, the shop's own, there is nobody who would know what to do about any that cannot be had
    // (`src/offline/lostCode.ts`).
    await import(/* @vite-ignore */ href).catch(() => href === scripts.at(-1) && loadAgain(href))
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/**
 * Loads the page again once somebody answers: once for each build, for its scripts may be of no use to this browser,
 * and whenever the network comes back.
 */
function loadAgain(script: string) {
  const attempt = async (isBack?: Event) => {
    try {
      // Said too early, it counts until somebody answers.
      if (isBack) sessionStorage.removeItem('woken-for')
      if (sessionStorage.getItem('woken-for') === script) return
      // What stands in front of our server answers for it too, while it is down.
      if ((await fetch(script, { cache: 'reload' })).status > 499) return
      sessionStorage.setItem('woken-for', script)
      location.reload()
    } catch {
      // Nobody does. And where nothing can be noted, nothing is loaded again: it might never end.
    }
  }
  addEventListener('online', (event) => void attempt(event))
  setInterval(attempt, pause)
}

// The shop reloads by itself when the network is back (`src/offline/place.ts`), and then opens without its loader.
try {
  if (sessionStorage.getItem('place') !== null) document.documentElement.dataset['returning'] = ''
} catch {
  // Storage is refused: then nothing was left in it.
}

// A browser asks once, and may do so before the shop is awake (`src/offline/install.ts`).
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installQuestion = event
})

void whenShown().then(load)

export {}
