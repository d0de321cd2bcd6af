import { useQuery } from '@tanstack/react-query'
import { texts } from '#contract/texts.ts'
import { content } from '#src/features/content/api.ts'
import * as css from './Announcement.css.ts'

/** The offer of the day, in one line over every page; not to be seen where the shop has none. */
export function Announcement() {
  const { data } = useQuery(content.offerLine())
  return (
    <section className={css.root} aria-label="Offer" data-ground="deep" data-print="none">
      <p className={css.text}>{data ? data[0]?.text : texts.offerLine}</p>
    </section>
  )
}
