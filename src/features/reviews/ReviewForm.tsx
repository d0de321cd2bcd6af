import { reviewTexts } from '#contract/reviewTexts.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import * as v from 'valibot'
import { fieldErrors } from '#contract/problem.ts'
import { NewReview } from '#contract/reviews.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { useFieldErrors } from '#src/lib/useFieldErrors.ts'
import { dropDraft, useDraft } from '#src/offline/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextField } from '#src/ui/Field.tsx'
import { tellIfGone } from '#src/ui/tellIfGone.ts'
import { TextAreaField } from '#src/ui/TextAreaField.tsx'
import { Refusal } from '#src/ui/Refusal.tsx'
import { addReview } from './changes.ts'
import { RatingField } from './RatingField.tsx'
import * as css from './ReviewForm.css.ts'

type Props = { slug: string; name: string; onAdded: () => void; onClose: () => void }

/** The key under which what is typed is kept. */
export const reviewDraft = (slug: string): string => `review ${slug}`

/** Asks for a rating and a few words. The server decides who may review. */
export function ReviewForm({ slug, name, onAdded, onClose }: Props) {
  const id = useId()
  const draft = reviewDraft(slug)
  const form = useDraft<HTMLFormElement>(draft)
  // Here and not in the call's own callbacks, which do not run once the form is closed.
  const { mutate, reset, isPending, error } = useMutation({
    ...addReview(slug, () => {
      dropDraft(draft)
      onAdded()
    }),
    onError: (failure) => tellIfGone(form, failure, reviewTexts.addFailed),
  })
  const fields = useFieldErrors()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const review = v.safeParse(NewReview, {
      rating: Number(data.get('rating') ?? 0),
      title: data.get('title'),
      text: data.get('text'),
    })
    if (!review.success) {
      reset()
      return fields.show(form, fieldErrors(review.issues))
    }
    mutate(review.output, { onError: (failure) => fields.showRefusal(form, failure) })
  }

  return (
    <Dialog
      title="Write a review"
      onClose={onClose}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} isBusy={isPending} busyLabel="Posting…">
            Post review
          </Button>
        </>
      }
    >
      <form ref={form} id={id} className={css.form} noValidate onSubmit={submit} onInput={fields.clearEdited}>
        <p className={css.piece}>{name}</p>
        {error && !isPending && <Refusal>{messageOf(error, reviewTexts.addFailed)}</Refusal>}
        <RatingField error={fields.of('rating')} />
        <TextField
          label="Title"
          name="title"
          dir="auto"
          maxLength={100}
          required
          error={fields.of('title')}
        />
        <TextAreaField
          label="Your review"
          name="text"
          dir="auto"
          rows={5}
          maxLength={2000}
          required
          hint="It appears with your first name and initial."
          error={fields.of('text')}
        />
      </form>
    </Dialog>
  )
}
