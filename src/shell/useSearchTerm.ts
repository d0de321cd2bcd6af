import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { dropDraft } from '#src/offline/useDraft.ts'
import { stringifySearch } from '#src/lib/search.ts'

const resultPaths = ['/products/search-results', '/search-results']
const isResults = (pathname: string) => resultPaths.includes(pathname)

/** The term whose results are on screen; empty on every other page. */
export const useShownTerm = (): string =>
  useLocation({
    select: ({ pathname, search }) => {
      const query: unknown = 'query' in search ? search.query : undefined
      return isResults(pathname) && typeof query === 'string' ? query : ''
    },
  })

export const resultsAt = (path: string, term: string) => `${path}${stringifySearch({ query: term })}`

/**
 * Opens a term's results while it is typed, `delay` milliseconds after the last key, or at once. The first term is a
 * new history entry, the next ones replace it; an emptied field leads home.
 */
export function useSearchAsTyped(delay: number) {
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const shown = useShownTerm()
  const sent = useRef(shown)

  // The field belongs to the shopper; only a term that came from elsewhere, such as going back, is written into it.
  useEffect(() => {
    if (shown === sent.current) return
    sent.current = shown
    if (input.current) input.current.value = shown
  }, [shown])

  useEffect(() => () => clearTimeout(timer.current), [])

  function search(path = '/products/search-results') {
    clearTimeout(timer.current)
    const term = input.current?.value.trim() ?? ''
    const isOnResults = isResults(router.latestLocation.pathname)
    if (term === '' && !isOnResults) return
    if (term === sent.current && isOnResults) return
    sent.current = term
    dropDraft('search')
    void router.navigate({
      href: term === '' ? '/' : resultsAt(path, term),
      replace: term !== '' && isOnResults,
    })
  }

  function searchSoon() {
    clearTimeout(timer.current)
    const from = router.latestLocation.pathname
    timer.current = setTimeout(() => {
      // A shopper who has gone elsewhere meanwhile must not be brought back.
      const { pathname } = router.latestLocation
      if (pathname === from || isResults(pathname)) search()
      else dropDraft('search')
    }, delay)
  }

  return { input, shown, search, searchSoon }
}
