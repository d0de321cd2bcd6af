import { useMemo } from 'react'
import { kept, useKept } from '#src/lib/kept.ts'
import { viewedKey } from '#src/lib/storage.ts'
import { useSession } from '#src/lib/useSession.ts'

const most = 12
const keptViewed = kept(viewedKey)

/**
 * Remembers on this device that a piece was looked at: only the slugs of the last twelve, so that nothing shown is ever
 * old.
 */
export function rememberViewed(slug: string) {
  const others = parse(keptViewed.get()).filter((other) => other !== slug)
  keptViewed.set(JSON.stringify([slug, ...others].slice(0, most)))
}

/** Keeps the slugs that pieces have by now in place of those that they were asked for by. */
export function keepRenamed(asked: readonly string[], now: readonly string[]) {
  const left = [...now]
  const slugs = parse(keptViewed.get()).flatMap((slug) =>
    asked.includes(slug) ? (left.shift() ?? []) : slug,
  )
  keptViewed.set(JSON.stringify([...new Set(slugs)]))
}

export const forgetViewed = () => keptViewed.set('[]')

/** The slugs of the pieces looked at on this device, the latest first. */
export function useViewed(): string[] {
  // Subscribes to the session: signing out forgets them.
  useSession()
  const text = useKept(keptViewed)
  return useMemo(() => parse(text), [text])
}

/** Anything unreadable counts as nothing. */
function parse(text: string | null): string[] {
  try {
    const slugs: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(slugs) ? slugs.filter((slug) => typeof slug === 'string').slice(0, most) : []
  } catch {
    return []
  }
}
