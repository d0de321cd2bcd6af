import { reviewTexts } from '#contract/reviewTexts.ts'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useSending } from '#src/lib/useSending.ts'
import { dropDraft, useDraft } from '#src/offline/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckedForm } from '#src/ui/CheckedForm.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextField } from '#src/ui/Field.tsx'
import { tellIfGone } from '#src/ui/tellIfGone.ts'
import { TextAreaField } from '#src/ui/TextAreaField.tsx'
import { addReview } from './changes.ts'
import { RatingField } from './RatingField.tsx'
import * as css from './ReviewForm.css.ts'

type Props = { slug: string; name: string; onAdded: () => void; onClose: () => void }

/** The key under which what is typed is kept. */
export const reviewDraft = (slug: string): string => `review ${slug}`

const schema = async () => (await import('#contract/reviews.ts')).NewReview

/** Asks for a rating and a few words. The server decides who may review. */
export function ReviewForm({ slug, name, onAdded, onClose }: Props) {
  const id = useId()
  const draft = reviewDraft(slug)
  const form = useDraft<HTMLFormElement>(draft)
  // Here and not in the call's own callbacks, which do not run once the form is closed.
  const adding = useMutation({
    ...addReview(slug, () => {
      dropDraft(draft)
      onAdded()
    }),
    onError: (failure) => tellIfGone(form, failure, reviewTexts.addFailed),
  })
  const sending = useSending(adding)
  const { fields } = sending

  const submit = (form: HTMLFormElement) => {
    const data = new FormData(form)
    const review = {
      rating: Number(data.get('rating') ?? 0),
      title: data.get('title'),
      text: data.get('text'),
    }
    return sending.send(form, schema, review, adding.mutate)
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
          <Button type="submit" form={id} isBusy={sending.isPending} busyLabel="Posting…">
            Post review
          </Button>
        </>
      }
    >
      <CheckedForm
        ref={form}
        id={id}
        className={css.form}
        onSubmit={submit}
        sending={sending}
        failure={reviewTexts.addFailed}
      >
        <p className={css.piece}>{name}</p>
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
      </CheckedForm>
    </Dialog>
  )
}
