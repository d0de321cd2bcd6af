import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Review } from '#contract/reviews.ts'
import { formatDate } from '#src/lib/dates.ts'
import { Button } from '#src/ui/Button.tsx'
import { Stars } from '#src/ui/Stars.tsx'
import * as css from './ReviewList.css.ts'

const shownAtFirst = 5

type Props = {
  reviews: Review[]
  /** The total, of which the server sends the newest. */
  count: number
  onDelete: (review: Review) => void
}

/** What each customer says; the later ones on demand. */
export function ReviewList({ reviews, count, onDelete }: Props) {
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const showAll = () => {
    flushSync(() => setWhole(true))
    // The button that had the focus is gone; reading continues with the first that was hidden.
    const next = list.current?.children[shownAtFirst]
    if (next instanceof HTMLElement) next.focus()
  }
  return (
    <div>
      <ul ref={list} className={css.list}>
        {reviews.slice(0, isWhole ? undefined : shownAtFirst).map((review) => (
          <li key={review.id} className={css.review} tabIndex={-1}>
            <Stars mean={review.rating} />
            <h3 className={css.title} dir="auto">
              {review.title}
            </h3>
            <p className={css.meta}>
              <bdi>{review.author}</bdi> ·{' '}
              <time dateTime={review.created_at}>{formatDate(review.created_at)}</time>
            </p>
            <p className={css.text} dir="auto">
              {review.text}
            </p>
            {review.mine && (
              <Button tone="quiet" size="s" className={css.remove} onClick={() => onDelete(review)}>
                Delete your review
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!isWhole && reviews.length > shownAtFirst && (
        <Button tone="secondary" className={css.more} onClick={showAll}>
          {reviews.length < count ? `Show the newest ${reviews.length} reviews` : `Show all ${count} reviews`}
        </Button>
      )}
    </div>
  )
}
