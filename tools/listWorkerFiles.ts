import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { getManifest } from 'workbox-build'
import { type Pack, packs } from '../contract/worker.ts'

/** Where the worker's source wants the list. */
const place = 'self.__WB_MANIFEST'

/** What every page loads as soon as it is there, by the name that `vite.config.ts` gives it. */
const late = 'assets/later-'

/**
 * Tells the built service worker which files it keeps from the first visit on: whatever may be needed without a
 * network. The not-found page is not among them, because the frame turns into it. All but `everyPages`, which the
 * browser has already, go into packs.
 */
export async function listWorkerFiles(client: string, everyPages: readonly string[]): Promise<void> {
  const { manifestEntries, warnings } = await getManifest({
    globDirectory: client,
    globPatterns: ['assets/*.{js,css,woff2,svg}', 'pages/**/*.html', 'favicon.*'],
    globIgnores: ['pages/not-found.html'],
    // Their names say themselves whether they changed.
    dontCacheBustURLsMatching: /^assets\//,
  })
  if (warnings.length > 0) throw new Error(warnings.join('\n'))
  const file = join(client, 'sw.js')
  const source = await readFile(file, 'utf8')
  if (source.split(place).length !== 2) throw new Error(`${file} does not have exactly one ${place}`)
  await writeFile(
    file,
    source.replace(place, () => JSON.stringify(manifestEntries)),
  )
  const packed = manifestEntries
    .map(({ url }) => url)
    .filter(
      (url) => /^assets\/.+\.(js|css|svg)$/.test(url) && !everyPages.includes(url) && !url.startsWith(late),
    )
    .sort()
  await writePack(client, packed)
}

const rank = (file: string) => ['.css', '.js', '.svg'].indexOf(extname(file))

async function writePack(client: string, files: string[]) {
  const read = await Promise.all(
    files.map(async (file) => ({ file, content: await readFile(join(client, file), 'utf8') })),
  )
  // What resembles what came before it compresses better: 2 kB less than in the order of names, which are hashes.
  read.sort((one, other) => rank(one.file) - rank(other.file) || other.content.length - one.content.length)
  const pack: Pack = Object.fromEntries(read.map(({ file, content }) => [`/${file}`, content]))
  const place = join(client, packs.code)
  await mkdir(dirname(place), { recursive: true })
  await writeFile(place, JSON.stringify(pack))
}
