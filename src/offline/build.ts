/**
 * The path of the script that starts this page, the last in its list (`server/pages/template.ts`), identifies the build:
 * it names all other files, if not itself then through those that it names, so its hash changes with any of them. Those
 * before it may be the same for many builds.
 */
export function ownBuild(): string {
  try {
    const scripts: unknown = JSON.parse(document.getElementById('scripts')?.textContent ?? '[]')
    const entry: unknown = Array.isArray(scripts) ? scripts.at(-1) : undefined
    if (typeof entry === 'string') return entry
  } catch {
    // An unreadable list names nothing.
  }
  return import.meta.url
}
