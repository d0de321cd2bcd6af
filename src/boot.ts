/**
 * The first script of a page, and the smallest: keeps all others off the line until the page's largest picture has
 * arrived, so that a slow line carries first what is looked at first. The page lists them as data.
 */
const enough = 2_500

function whenShown(): Promise<unknown> {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  if (picture === null || picture.complete) return Promise.resolve()
  return new Promise((resolve) => {
    picture.addEventListener('load', resolve, { once: true })
    picture.addEventListener('error', resolve, { once: true })
    // Whoever presses something would rather have the shop awake than the picture finished.
    document.addEventListener('pointerdown', resolve, { once: true })
    document.addEventListener('keydown', resolve, { once: true })
    setTimeout(resolve, enough)
  })
}

async function load() {
  const scripts: string[] = JSON.parse(document.getElementById('scripts')?.textContent ?? '[]')
  for (const href of scripts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  // What stands on others comes after them in the list. Each runs in a task of its own: a slow phone that ran all at
  // once would answer no finger in the meantime.
  for (const href of scripts) {
    // Whoever needs one that cannot be had knows what to do about it (`src/offline/lostCode.ts`).
    await import(/* @vite-ignore */ href).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve))
  }
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
