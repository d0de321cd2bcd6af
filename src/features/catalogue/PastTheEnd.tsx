import { EmptyState } from '#src/ui/EmptyState.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import type { PageLink } from './Pagination.tsx'

type Props = { title: string; last: number; link: PageLink }

/** In place of the pieces of a page after the last: which that is, and the ways to it and to the first. */
export function PastTheEnd({ title, last, link }: Props) {
  const way = (to: number) => {
    const label = `Go to page ${to}`
    return link(to, { className: buttonStyle({ tone: 'secondary' }), label, children: label })
  }
  return (
    <EmptyState
      drawing="search"
      title={title}
      action={
        <>
          {way(1)}
          {last > 1 && way(last)}
        </>
      }
    >
      {`The last page is ${last}.`}
    </EmptyState>
  )
}
