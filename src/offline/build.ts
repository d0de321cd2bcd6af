/** The path of this page's first script: it names all others, so it changes with anything that the build is made from. */
export function ownBuild(): string {
  try {
    const scripts: unknown = JSON.parse(document.getElementById('scripts')?.textContent ?? '[]')
    const first: unknown = Array.isArray(scripts) ? scripts[0] : undefined
    if (typeof first === 'string') return first
  } catch {
    // A list that cannot be read names nothing.
  }
  return import.meta.url
}
