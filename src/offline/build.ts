import * as v from 'valibot'

const Scripts = v.tupleWithRest([v.string()], v.string())

/** The path of this page's first script: it names all others, so it changes with anything that the build is made from. */
export function ownBuild(): string {
  try {
    return v.parse(Scripts, JSON.parse(document.getElementById('scripts')?.textContent ?? '[]'))[0]
  } catch {
    return import.meta.url
  }
}
