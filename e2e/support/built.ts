import { readFileSync } from 'node:fs'

type Part = { file: string; name?: string }

/** The name that the build gave to the output of a source, or to a file of `tools/chunks/`. */
export function built(source: string): string {
  const manifest: Record<string, Part> = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'))
  const part = manifest[source] ?? Object.values(manifest).find(({ name }) => name === source)
  if (part === undefined) throw new Error(`The build has no part of its own for ${source}`)
  return part.file
}

/** The name of a built script or style: what precedes the first character of its hash, that character, and the rest. */
export const builtName = /^(.+-)(.)(.{6}\.(?:js|css))$/
