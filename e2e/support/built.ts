import { readFileSync } from 'node:fs'

/** The name that the build gave to the output of a source. */
export function built(source: string): string {
  const manifest: Record<string, { file: string } | undefined> = JSON.parse(
    readFileSync('dist/client/.vite/manifest.json', 'utf8'),
  )
  const file = manifest[source]?.file
  if (file === undefined) throw new Error(`The build has no part of its own for ${source}`)
  return file
}

/** The name of a built script or style: what precedes the first character of its hash, that character, and the rest. */
export const builtName = /^(.+-)(.)(.{6}\.(?:js|css))$/
