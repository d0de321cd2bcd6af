import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getManifest } from 'workbox-build'

/** Where the worker's source wants the list. */
const place = 'self.__WB_MANIFEST'

/**
 * Tells the built service worker which files it keeps from the first visit on: whatever may be needed without a
 * network. The page for lost visitors is not among them, because the frame becomes it.
 */
export async function listWorkerFiles(client: string): Promise<void> {
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
  if (source.split(place).length !== 2) throw new Error(`${file} has not exactly one ${place}`)
  await writeFile(
    file,
    source.replace(place, () => JSON.stringify(manifestEntries)),
  )
}
