import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { texts } from '#contract/texts.ts'
import { content } from '#src/features/content/api.ts'
import * as css from './Announcement.css.ts'

/** The offer of the day, in one line over every page; not to be seen where the shop has none. */
export function Announcement() {
  const queryClient = useQueryClient()
  const { data } = useQuery(content.offerLine())
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // One line stands over all pages of a visit, and may be over long before that is.
  useEffect(() => void queryClient.prefetchQuery(content.offerLine()), [queryClient, path])
  return (
    <section className={css.root} aria-label="Offer" data-ground="deep" data-print="none">
      <p className={css.text}>{data ? data[0]?.text : texts.offerLine}</p>
    </section>
  )
}
