// @vitest-environment jsdom
import { useMutation } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, expect, it, vi } from 'vitest'
import { accountTexts } from '#contract/accountTexts.ts'
import { addressTexts } from '#contract/address.ts'
import { reviewTexts } from '#contract/reviewTexts.ts'
import { texts } from '#contract/texts.ts'
import { PersonalInformation } from '#src/features/account/PersonalInformation.tsx'
import { ShippingStep } from '#src/features/checkout/ShippingStep.tsx'
import { ReviewForm } from '#src/features/reviews/ReviewForm.tsx'
import { Reviews } from '#src/features/reviews/Reviews.tsx'
import { session, setTransport } from '#src/lib/client.ts'
import { useSending } from '#src/lib/useSending.ts'
import { CheckedForm } from '#src/ui/CheckedForm.tsx'
import { notify } from '#src/ui/notify.ts'
import { ada, profile } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'
import { show } from '#tests/support/show.tsx'

const nothing = () => undefined

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const alert = async () => (await screen.findByRole('alert')).textContent

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.restoreAllMocks()
})

const nobody = () => Promise.reject(new TypeError('Failed to fetch'))
const answers: [string, () => Promise<Response>, string][] = [
  ['nobody answers', nobody, texts.networkError],
  [
    'the server refuses',
    () => Promise.resolve(Response.json({ message: 'Not now', code: 'internal' }, { status: 400 })),
    'Not now',
  ],
]

it.each(answers)('a profile that is not saved says so where %s', async (_who, answer, why) => {
  setTransport(answer)
  show(<PersonalInformation profile={profile} />)
  press('Edit')
  press('Save Changes')
  expect(await alert()).toBe(`${accountTexts.updateFailed}${why}`)
  // And no longer once it is something else that is wrong.
  type('First name', '')
  press('Save Changes')
  expect(await screen.findByText('First name is required')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('that the code of a check could not be had is said until it could', async () => {
  let isReachable = false
  const load = async () => {
    if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module')
    return v.object({})
  }
  function Form() {
    const saving = useMutation({ mutationFn: (saved: object) => Promise.resolve(saved) })
    const sending = useSending(saving)
    const submit = (form: HTMLFormElement) => sending.send(form, load, {}, saving.mutate)
    return (
      <CheckedForm onSubmit={submit} sending={sending} failure="Not saved">
        <button type="submit">Save</button>
        {saving.isSuccess && <p>Saved</p>}
      </CheckedForm>
    )
  }
  show(<Form />)
  press('Save')
  expect(await alert()).toBe(texts.networkError)
  isReachable = true
  press('Save')
  expect(await screen.findByText('Saved')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

it.each(answers)('an address that checkout cannot add says so where %s', async (_who, answer, why) => {
  setTransport(answer)
  show(
    <ShippingStep
      draft={{ customer: '1', at: 0, shippingMethod: 'standard', confirmed: 1 }}
      addresses={[]}
      onChoose={nothing}
      onAdded={nothing}
      onDone={nothing}
      onBack={nothing}
    />,
  )
  for (const [label, value] of Object.entries({
    'Full name': 'Ada Quince',
    Phone: '02079460123',
    'Address line 1': '14 Orchard Row',
    'Town or city': 'London',
    'County or state': 'Greater London',
    Postcode: 'EC1R 4QL',
  }))
    type(label, value)
  press('Continue')
  expect(await alert()).toBe(`${addressTexts.addFailed}${why}`)
})

const mine = {
  id: '1',
  rating: 5,
  title: 'Light as air',
  text: 'I forget that I wear it.',
  author: 'Ada Q.',
  created_at: '2026-06-01T10:00:00Z',
  mine: true,
}

/** The reviews of a piece, this one among them, as Ada sees them; `answer` is what becomes of her changes. */
function showReviews(review: typeof mine | null, answer: () => Promise<Response>) {
  let data = review ? [review] : []
  setTransport(async (_url, { method }) => {
    if (method === 'GET') return Response.json({ data, count: data.length, rating: 5 })
    const answered = await answer()
    if (answered.ok) data = []
    return answered
  })
  session.start(ada)
  show(
    <>
      <Reviews slug="silver-figaro-anklet" name="Silver Figaro Anklet" onChanged={nothing} />
      <button>Elsewhere</button>
    </>,
  )
}

it.each(answers)('a review that is not deleted says so in its dialog where %s', async (_who, answer, why) => {
  showReviews(mine, answer)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete your review' }))
  press('Delete review')
  expect(await alert()).toBe(`${reviewTexts.deleteFailed}${why}`)
  expect(screen.getByRole('alertdialog').contains(screen.getByRole('alert'))).toBe(true)
})

it('what a review was refused for is not said of what is missing in it then', async () => {
  setTransport(() =>
    Promise.resolve(Response.json({ message: 'Not now', code: 'internal' }, { status: 400 })),
  )
  show(
    <ReviewForm
      slug="silver-figaro-anklet"
      name="Silver Figaro Anklet"
      onAdded={nothing}
      onClose={nothing}
    />,
  )
  fireEvent.click(screen.getByRole('radio', { name: /5/ }))
  type('Title', 'Light as air')
  type('Your review', 'I forget that I wear it.')
  press('Post review')
  expect(await alert()).toBe('Not now')
  type('Title', '')
  press('Post review')
  expect(screen.queryByRole('alert')).toBeNull()
})

it.each(answers)(
  'a review that is not deleted says so in a message where %s and the dialog is closed',
  async (who, answer, why) => {
    const said = vi.spyOn(notify, 'error').mockReturnValue('')
    const held = Promise.withResolvers<void>()
    showReviews(mine, () => held.promise.then(answer))
    fireEvent.click(await screen.findByRole('button', { name: 'Delete your review' }))
    press('Delete review')
    press('Keep review')
    held.resolve()
    const message = who === 'nobody answers' ? reviewTexts.deleteFailed : why
    await eventually(() => expect(said.mock.calls).toEqual([[message]]))
  },
)

it.each<[string, string | null]>([
  ['gives the focus to those that are left', null],
  ['leaves the focus where the reader has gone meanwhile', 'Elsewhere'],
])('a review that is deleted %s', async (_what, elsewhere) => {
  const held = Promise.withResolvers<void>()
  showReviews(mine, () => held.promise.then(() => new Response(null, { status: 204 })))
  const ask = await screen.findByRole('button', { name: 'Delete your review' })
  ask.focus()
  fireEvent.click(ask)
  press('Delete review')
  if (elsewhere !== null) screen.getByRole('button', { name: elsewhere }).focus()
  held.resolve()
  await eventually(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const named = elsewhere ?? 'Reviews of Silver Figaro Anklet'
  const focused = elsewhere === null ? screen.getByRole('group', { name: named }) : screen.getByText(named)
  expect(document.activeElement).toBe(focused)
})

it('a review being written waits for who writes it, and is not there for who comes after them', async () => {
  showReviews(null, nobody)
  fireEvent.click(await screen.findByRole('button', { name: 'Write a review' }))
  type('Title', 'Light as air')
  const title = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Title' })?.value
  act(() => session.end())
  expect(title()).toBe('Light as air')
  act(() => session.start(ada))
  expect(title()).toBe('Light as air')
  act(() => session.start({ ...ada, user_id: '2', first_name: 'Grace' }))
  expect(title()).toBeUndefined()
})
