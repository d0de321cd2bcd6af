import { reviewTexts } from '#contract/reviewTexts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useRef, useState, useSyncExternalStore } from 'react'
import type { Review, ReviewsAnswer } from '#contract/reviews.ts'
import { texts } from '#contract/texts.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { useOneAtATime } from '#src/lib/useOneAtATime.ts'
import { useSession } from '#src/lib/useSession.ts'
import { useTurn } from '#src/lib/useTurn.ts'
import { wasOpen } from '#src/offline/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/Dialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { notify } from '#src/ui/notify.ts'
import { tellIfGone } from '#src/ui/tellIfGone.ts'
import { Loading } from '#src/ui/Loading.tsx'
import { Stars } from '#src/ui/Stars.tsx'
import { useHeir } from '#src/ui/useHeir.ts'
import { reviews } from './api.ts'
import { deleteReview } from './changes.ts'
import { ReviewForm, reviewDraft } from './ReviewForm.tsx'
import { ReviewList } from './ReviewList.tsx'
import * as css from './Reviews.css.ts'

const never = () => () => undefined

type Props = {
  slug: string
  /** The piece's. */
  name: string
  /** Called with the piece's rating if it has changed. */
  onChanged: (now: Pick<ReviewsAnswer, 'rating' | 'count'>) => void
}

/** What customers say about a piece, under the heading that the page gives it, and the way to add a review. */
export function Reviews(props: Props) {
  // One piece's page may replace another's with this still mounted.
  return <ReviewsInTurn key={`${useTurn()} ${props.slug}`} {...props} />
}

function ReviewsInTurn({ slug, name, onChanged }: Props) {
  const queryClient = useQueryClient()
  const { isAuthenticated } = useSession()
  const everybody = useQuery(reviews.of(slug))
  const own = useQuery({ ...reviews.asCustomer(slug), enabled: isAuthenticated })
  const question = useRef<HTMLParagraphElement>(null)
  const removal = useOneAtATime({
    // In the mutation's options, not the call's, so that it still runs when the page is gone by then, and not only its
    // dialog.
    ...deleteReview(slug, () => changed(reviewTexts.deleted)),
    onError: (failure) => tellIfGone(question, failure, reviewTexts.deleteFailed),
  })
  const [wish, setWriting] = useState<boolean | null>(null)
  const wasWriting = useSyncExternalStore(
    never,
    () => wasOpen(reviewDraft(slug)),
    () => false,
  )
  const isWriting = wish ?? wasWriting
  const [doomed, setDoomed] = useState<Review | null>(null)
  // What had the focus, the button to write or the review itself, is gone after a change.
  const { heir, within } = useHeir({ preventScroll: true })
  const shown = (isAuthenticated ? own.data : undefined) ?? everybody.data

  const ask = (review: Review) => {
    removal.reset()
    setDoomed(review)
  }
  const changed = (message: string) => {
    notify.success(message)
    setWriting(false)
    setDoomed(null)
    const now = queryClient.getQueryData(reviews.asCustomer(slug).queryKey)
    if (now) onChanged(now)
  }

  const part = {
    ref: heir,
    ...within,
    className: css.root,
    tabIndex: -1,
    role: 'group',
    'aria-label': `Reviews of ${name}`,
  }
  if (shown === undefined) {
    return (
      <div {...part}>
        {everybody.error ? (
          <Notice
            tone="critical"
            role="alert"
            action={
              <Button tone="quiet" size="s" onClick={() => void everybody.refetch()}>
                Retry
              </Button>
            }
          >
            <p>{messageOf(everybody.error, reviewTexts.loadFailed)}</p>
          </Notice>
        ) : (
          <Loading className={css.pending} />
        )}
      </div>
    )
  }
  const canWrite = isAuthenticated && own.data?.may_review === true
  // Also while it is asked for again: what is pressed must not go from under the finger.
  const isUnknown = isAuthenticated && own.data === undefined && own.errorUpdateCount > 0
  return (
    <div {...part}>
      <div className={css.summary}>
        {shown.rating === null ? (
          <p className={css.none}>{reviewTexts.none}</p>
        ) : (
          <Stars mean={shown.rating} count={shown.count} size="m" />
        )}
        {/* Its space is reserved, and used either way, so that nothing below moves when it is known who may write one. */}
        <div className={css.way}>
          {!isAuthenticated && <Invitation />}
          {isUnknown && (
            <p className={css.unknown}>
              <span>{reviewTexts.unknown}</span>
              <Button tone="quiet" size="s" isBusy={own.isFetching} onClick={() => void own.refetch()}>
                Retry
              </Button>
            </p>
          )}
          {isAuthenticated && own.data?.may_review === false && (
            <p className={css.invitation}>
              {own.data.data.some(({ mine }) => mine) ? reviewTexts.already : reviewTexts.notBought}
            </p>
          )}
          {canWrite && (
            <Button tone="secondary" onClick={() => setWriting(true)}>
              Write a review
            </Button>
          )}
        </div>
      </div>
      {shown.data.length > 0 && <ReviewList reviews={shown.data} count={shown.count} onDelete={ask} />}
      {isWriting && (
        <ReviewForm
          slug={slug}
          name={name}
          onAdded={() => changed(reviewTexts.added)}
          onClose={() => setWriting(false)}
        />
      )}
      {doomed && (
        <ConfirmDialog
          title="Delete your review"
          confirmLabel="Delete review"
          cancelLabel="Keep review"
          tone="critical"
          isBusy={removal.isPending}
          onConfirm={() => removal.mutate(doomed.id)}
          onCancel={() => setDoomed(null)}
        >
          <p ref={question}>{reviewTexts.confirmDelete}</p>
          {/* In the dialog: screen readers hear nothing behind it. */}
          {removal.error && (
            <Notice tone="critical" role="alert" title={reviewTexts.deleteFailed} className={css.failure}>
              {messageOf(removal.error, texts.networkError)}
            </Notice>
          )}
        </ConfirmDialog>
      )}
    </div>
  )
}

function Invitation() {
  const from = useRouterState({ select: ({ location }) => location.href })
  return (
    <p className={css.invitation} data-print="none">
      Have you bought this piece?{' '}
      <Link to="/login" search={{ from }} state={{ isOnTop: true }}>
        Log in to review it
      </Link>
    </p>
  )
}
