/**
 * The first script of a page, and the smallest: it delays all others until the page's largest picture has arrived and
 * been painted, so that a slow phone first does what is looked at first. The page lists the other scripts as data.
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
    // A shopper who presses something wants the shop awake more than the picture finished; and in a page that is not
    // being looked at, the picture is never painted.
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
