/**
 * The path of this page's first script identifies the build: that script names all others, so its hash changes with
 * anything.
 */
export function ownBuild(): string {
  try {
    const scripts: unknown = JSON.parse(document.getElementById('scripts')?.textContent ?? '[]')
    const first: unknown = Array.isArray(scripts) ? scripts[0] : undefined
    if (typeof first === 'string') return first
  } catch {
    // An unreadable list names nothing.
  }
  return import.meta.url
}
