import { readFileSync } from 'node:fs'

/** The name that the build gave to what it made of a source. */
export function built(source: string): string {
  const manifest: Record<string, { file: string } | undefined> = JSON.parse(
    readFileSync('dist/client/.vite/manifest.json', 'utf8'),
  )
  const file = manifest[source]?.file
  if (file === undefined) throw new Error(`The build has no part of its own for ${source}`)
  return file
}

/** The name of a built script or style: what comes before the first sign of its hash, that sign, and the rest. */
export const builtName = /^(.+-)(.)(.{6}\.(?:js|css))$/
