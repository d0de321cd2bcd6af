// @vitest-environment jsdom
import { useMutation, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import * as v from 'valibot'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { accountTexts } from '#contract/accountTexts.ts'
import { keptTexts } from '#contract/keptTexts.ts'
import { addressTexts } from '#contract/addressTexts.ts'
import { couponTexts } from '#contract/coupons.ts'
import { orderTexts } from '#contract/orderTexts.ts'
import { paths } from '#contract/paths.ts'
import { passwordChangeTexts } from '#contract/passwordChangeTexts.ts'
import { reviewTexts } from '#contract/reviewTexts.ts'
import type { Review } from '#contract/reviews.ts'
import { savedCardTexts } from '#contract/savedCardTexts.ts'
import { texts } from '#contract/texts.ts'
import { AddressDialog } from '#src/features/account/AddressDialog.tsx'
import { CardDialog } from '#src/features/account/CardDialog.tsx'
import { DeleteDialog } from '#src/features/account/DeleteDialog.tsx'
import { PasswordSection } from '#src/features/account/PasswordSection.tsx'
import { PersonalInformation } from '#src/features/account/PersonalInformation.tsx'
import { CartCoupon } from '#src/features/cart/CartCoupon.tsx'
import { AddressFields } from '#src/features/checkout/AddressFields.tsx'
import { CardFields } from '#src/features/checkout/PaymentFields.tsx'
import { ContactForm } from '#src/features/contact/ContactForm.tsx'
import { ShippingStep } from '#src/features/checkout/ShippingStep.tsx'
import { CancelOrder } from '#src/features/orders/CancelOrder.tsx'
import { ReviewForm } from '#src/features/reviews/ReviewForm.tsx'
import { Reviews } from '#src/features/reviews/Reviews.tsx'
import { session, setTransport } from '#src/lib/client.ts'
import { personal } from '#src/lib/queryClient.ts'
import { useSending } from '#src/lib/useSending.ts'
import { CheckedForm } from '#src/ui/CheckedForm.tsx'
import { notify } from '#src/ui/notify.ts'
import { ada, adasAddress, adasReview, profile } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'
import { show } from '#tests/support/show.tsx'

const nothing = () => undefined

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const alert = async () => (await screen.findByRole('alert')).textContent

afterEach(() => {
  cleanup()
  // What was said while a dialog was open would be shown when there is no page any more.
  notify.dismiss()
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
  // And no longer once something else is wrong.
  type('First name', '')
  press('Save Changes')
  expect(await screen.findByText('First name is required')).toBeDefined()
  expect(await alert()).toBe('First name is required')
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

it('why a coupon is no good is there when its field has the focus, and said to whom it had it already', async () => {
  setTransport(() => Promise.resolve(Response.json({ message: couponTexts.expired }, { status: 400 })))
  show(<CartCoupon />)
  fireEvent.click(screen.getByText('Have a coupon?'))
  const field = screen.getByLabelText('Coupon code')
  const described: (string | null)[] = []
  field.addEventListener('focus', () => described.push(field.getAttribute('aria-describedby')))
  type('Coupon code', 'WELCOME5')
  press('Apply')
  await eventually(() => expect(document.activeElement).toBe(field))
  expect(described.map((id) => document.getElementById(id ?? '')?.textContent)).toEqual([couponTexts.expired])
  // Whoever comes to the field hears it there, and not once more.
  expect(screen.getByRole('alert').textContent).toBe('')

  press('Apply')
  await eventually(() => expect(screen.getByRole('alert').textContent).toBe(couponTexts.expired))
})

it('a form that is closed while it is being checked is not sent', async () => {
  const sent: object[] = []
  const checked = Promise.withResolvers<void>()
  function Form() {
    const saving = useMutation({ mutationFn: async (values: object) => sent.push(values) })
    const sending = useSending(saving)
    const load = async () => {
      await checked.promise
      return v.object({})
    }
    const submit = (form: HTMLFormElement) =>
      sending.send(form, load, {}, saving.mutate).then(() => form.setAttribute('data-done', ''))
    return (
      <CheckedForm aria-label="Last word" onSubmit={submit} sending={sending} failure="Not sent">
        <button type="submit">Delete My Account</button>
      </CheckedForm>
    )
  }
  show(<Form />)
  const form = screen.getByRole('form')
  press('Delete My Account')
  cleanup()
  checked.resolve()
  await eventually(() => expect(form.dataset).toHaveProperty('done'))
  expect(sent).toEqual([])
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

/** The reviews of a piece, this one among them, as Ada sees them; `answer` decides what becomes of her changes. */
function showReviews(review: Review | null, answer: () => Promise<Response>) {
  let data = review ? [review] : []
  setTransport(async (_url, { method }) => {
    if (method === 'GET')
      return Response.json({ data, count: data.length, rating: 5, may_review: data.length === 0 })
    const answered = await answer()
    if (answered.ok) data = []
    return answered
  })
  session.start(ada)
  show(<Pieces />)
}

/** The reviews of a piece as on its page, which may be replaced by another piece's. */
function Pieces() {
  const [slug, setSlug] = useState('silver-figaro-anklet')
  return (
    <>
      <Reviews slug={slug} name="Silver Figaro Anklet" onChanged={nothing} />
      <button onClick={() => setSlug('another-anklet')}>Elsewhere</button>
    </>
  )
}

it.each(answers)('a review that is not deleted says so in its dialog where %s', async (_who, answer, why) => {
  showReviews(adasReview, answer)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete your review' }))
  press('Delete review')
  expect(await alert()).toBe(`${reviewTexts.deleteFailed}${why}`)
  expect(screen.getByRole('alertdialog').contains(screen.getByRole('alert'))).toBe(true)
})

it('the keyboard stays with reviews that are asked for once more', async () => {
  const again = Promise.withResolvers<Response>()
  let calls = 0
  setTransport(() => {
    calls += 1
    return calls === 1
      ? Promise.resolve(Response.json({ message: 'Not now' }, { status: 400 }))
      : again.promise
  })
  show(<Reviews slug="silver-figaro-anklet" name="Silver Figaro Anklet" onChanged={nothing} />)
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(await alert()).toContain('Not now')
  retry.focus()
  fireEvent.click(retry)
  await eventually(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull())
  const reviews = screen.getByRole('group', { name: 'Reviews of Silver Figaro Anklet' })
  expect(document.activeElement).toBe(reviews)
  again.resolve(Response.json({ data: [adasReview], count: 1, rating: 5 }))
  expect(await screen.findByText('Light as air')).toBeDefined()
  expect(document.activeElement).toBe(reviews)
})

const kept = adasAddress('11111111-1111-4111-8111-111111111111', true)

type Closable = {
  what: string
  /** The form, until it is closed or its page is left. */
  show: () => void
  send: () => void
  /** The server's answer if it accepts it. */
  taken: object
  saved: string
  failed: string
}

/** In a dialog of its own, which its buttons close. */
function Closing({ form }: { form: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(true)
  return isOpen && form(() => setOpen(false))
}

function typePasswords() {
  for (const [label, value] of [
    ['Current password', 'Quince-4-tea'],
    ['New password', 'Medlar-5-jam'],
    ['Confirm new password', 'Medlar-5-jam'],
  ] as const)
    fireEvent.input(screen.getByLabelText(label), { target: { value } })
}

const closable: Closable[] = [
  {
    what: 'an address',
    show: () =>
      show(
        <Closing form={(close) => <AddressDialog address={kept} fields={AddressFields} onClose={close} />} />,
      ),
    send: () => press('Save Address'),
    taken: { data: kept },
    saved: addressTexts.updated,
    failed: addressTexts.updateFailed,
  },
  {
    what: 'a profile',
    show: () => {
      show(<PersonalInformation profile={profile} />)
      press('Edit')
    },
    send: () => press('Save Changes'),
    taken: profile,
    saved: accountTexts.updated,
    failed: accountTexts.updateFailed,
  },
  {
    what: 'a password',
    show: () => {
      show(<PasswordSection profile={profile} />)
      press('Change Password')
      typePasswords()
    },
    send: () => press('Change Password'),
    taken: { message: passwordChangeTexts.changed },
    saved: passwordChangeTexts.changed,
    failed: passwordChangeTexts.changeFailed,
  },
  {
    what: 'a card',
    show: () => show(<Closing form={(close) => <CardDialog fields={CardFields} onClose={close} />} />),
    send: () => {
      type('Card number', '4242 4242 4242 4242')
      type('Name on card', 'Ada Quince')
      type('Expiry', '12 / 40')
      type('Security code', '123')
      press('Save Card')
    },
    taken: { data: { id: 'visa', brand: 'Visa', last_four: '4242', expiry: '12/40', is_default: true } },
    saved: savedCardTexts.added,
    failed: savedCardTexts.addFailed,
  },
  {
    what: 'a review',
    show: () =>
      show(
        <Closing
          form={(close) => (
            <ReviewForm
              slug="silver-figaro-anklet"
              name="Silver Figaro Anklet"
              onAdded={() => notify.success(reviewTexts.added)}
              onClose={close}
            />
          )}
        />,
      ),
    send: () => {
      fireEvent.click(screen.getByRole('radio', { name: /5/ }))
      type('Title', 'Light as air')
      type('Your review', 'I forget that I wear it.')
      press('Post review')
    },
    taken: { data: adasReview },
    saved: reviewTexts.added,
    failed: reviewTexts.addFailed,
  },
]
const outcomes = closable.flatMap(
  (form) =>
    [
      {
        ...form,
        becomes: 'is saved',
        tone: 'success',
        said: form.saved,
        answer: () => Response.json(form.taken),
      },
      { ...form, becomes: 'nobody answers for', tone: 'error', said: form.failed, answer: nobody },
    ] as const,
)

it.each(outcomes)('$what that $becomes is told of though its form was closed', async (one) => {
  const said = vi.spyOn(notify, one.tone).mockReturnValue('')
  const [held, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  setTransport((_url, { method }) => {
    if (method === 'GET') return Promise.resolve(Response.json({ data: [], count: 0, rating: null }))
    asked.resolve()
    return held.promise.then(one.answer)
  })
  session.start(ada)
  one.show()
  one.send()
  await asked.promise
  press('Cancel')
  held.resolve()
  await eventually(() => expect(said.mock.calls).toEqual([[one.said]]))
})

/** What is typed in each of these forms is kept, until it is given up or has done its work. */
const typing: [string, string, string, (send: () => void) => void][] = [
  ['an address', 'is cancelled', 'Full name', () => press('Cancel')],
  ['an address', 'is saved', 'Full name', (send) => send()],
  ['a profile', 'is cancelled', 'First name', () => press('Cancel')],
  ['a profile', 'is saved', 'First name', (send) => send()],
  ['a review', 'is saved', 'Title', (send) => send()],
]

it.each(typing)('what was typed for %s that %s does not come back', async (what, _how, label, end) => {
  for (const tone of ['success', 'error'] as const) vi.spyOn(notify, tone).mockReturnValue('')
  const form = closable.find((one) => one.what === what)
  setTransport(async () => Response.json(form?.taken))
  session.start(ada)
  form?.show()
  fireEvent.input(screen.getByRole('textbox', { name: label }), { target: { value: 'Augusta' } })
  await eventually(() => expect(localStorage.getItem('drafts')).toContain('Augusta'))
  end(() => form?.send())
  await eventually(() => expect(localStorage.getItem('drafts')).toBeNull())
})

/** Something of the customer's that is shown, and of which no answer ever comes. */
function Unanswered() {
  useQuery({ queryKey: [personal, 'orders'], queryFn: () => new Promise<null>(nothing) })
  return null
}

const waiting: [string, () => ReactNode, () => void][] = [
  [
    'a message',
    () => <ContactForm subject={undefined} />,
    () => {
      type('Name', 'Ada Quince')
      type('Email', 'ada@example.com')
      type('Message', 'Is it real?')
      press('Send message')
    },
  ],
  [
    'a password',
    () => <PasswordSection profile={profile} />,
    () => {
      press('Change Password')
      typePasswords()
      press('Change Password')
    },
  ],
]

it.each(waiting)('why %s was refused is said before all else is read again', async (_what, form, send) => {
  setTransport(() => Promise.resolve(Response.json({ message: 'Not now' }, { status: 400 })))
  session.start(ada)
  show(
    <>
      <Unanswered />
      {form()}
    </>,
  )
  send()
  expect(await screen.findByText('Not now')).toBeDefined()
})

/** Both are handled before anything is rendered. */
const pressTwice = ({ send }: Closable) =>
  act(() => {
    send()
    for (const form of document.forms) fireEvent.submit(form)
  })

it.each(closable)('$what is sent once, however quickly its button is pressed twice', async (one) => {
  const said: string[] = []
  for (const tone of ['success', 'error'] as const)
    vi.spyOn(notify, tone).mockImplementation((message) => (said.push(message), ''))
  let calls = 0
  setTransport(async (_url, { method }) => {
    if (method === 'GET') return Response.json({ data: [], count: 0, rating: null })
    return ++calls === 1 ? Response.json(one.taken) : Response.json({ message: 'Once' }, { status: 400 })
  })
  session.start(ada)
  one.show()
  pressTwice(one)
  await eventually(() => expect(said).not.toEqual([]))
  expect([calls, said]).toEqual([1, [one.saved]])
})

it.each(answers)(
  'a cancellation that fails where %s is told of though its page was left',
  async (_who, answer, why) => {
    const said = vi.spyOn(notify, 'error').mockReturnValue('')
    const [held, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    setTransport(() => {
      asked.resolve()
      return held.promise.then(answer)
    })
    show(<CancelOrder order={{ order_number: 'DMS-1', status: 'pending' }} label="Cancel Order" />)
    press('Cancel Order: DMS-1')
    press(orderTexts.doCancel)
    await asked.promise
    cleanup()
    held.resolve()
    const message = answer === nobody ? orderTexts.cancelFailed : why
    await eventually(() => expect(said.mock.calls).toEqual([[message]]))
  },
)

const keeping: [string, () => Promise<void> | void, string, string][] = [
  [
    'a review is deleted',
    async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'Delete your review' }))
      press('Delete review')
    },
    'Keep review',
    reviewTexts.deleteFailed,
  ],
  [
    'an order is cancelled',
    () => {
      press('Cancel Order: DMS-1')
      press(orderTexts.doCancel)
    },
    orderTexts.keep,
    orderTexts.cancelFailed,
  ],
  [
    'an account is deleted',
    () => {
      fireEvent.input(screen.getByLabelText('Your password'), { target: { value: 'a secret' } })
      press('Delete My Account')
    },
    'Keep My Account',
    accountTexts.deletionUnheard,
  ],
]

it.each(keeping)(
  'while %s nothing says any more that it is kept; who closes the dialog hears of it all the same',
  async (_what, begin, keep, failed) => {
    const said = vi.spyOn(notify, 'error').mockReturnValue('')
    const [held, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    setTransport((_url, { method }) => {
      if (method === 'GET') return Promise.resolve(Response.json({ data: [adasReview], count: 1, rating: 5 }))
      asked.resolve()
      return held.promise.then(nobody)
    })
    session.start(ada)
    show(
      <>
        <Reviews slug="silver-figaro-anklet" name="Silver Figaro Anklet" onChanged={nothing} />
        <CancelOrder order={{ order_number: 'DMS-1', status: 'pending' }} label="Cancel Order" />
        {keep === 'Keep My Account' && (
          <Closing
            form={(close) => (
              <DeleteDialog hasPassword unproved={null} onDeleted={async () => undefined} onClose={close} />
            )}
          />
        )}
      </>,
    )
    await begin()
    await asked.promise
    const kept = screen.getByRole('button', { name: keep })
    await eventually(() => expect(kept.getAttribute('aria-disabled')).toBe('true'))
    fireEvent.click(kept)
    expect(kept.isConnected).toBe(true)
    press('Close')
    expect(kept.isConnected).toBe(false)
    held.resolve()
    // An order's own page says it in an alert, whether or not its dialog is open.
    const heard = () => [
      ...said.mock.calls.map(([message]) => message),
      ...screen.queryAllByRole('heading', { name: failed }).map(({ textContent }) => textContent),
    ]
    await eventually(() => expect(heard()).toEqual([failed]))
  },
)

/** What the server says of a customer's token, and of the one that would renew it. */
type Verdict = 'is known' | 'is known no more' | 'cannot be asked for'
const verdicts: Record<Verdict, () => Promise<Response>> = {
  'is known': () => Promise.resolve(Response.json({ valid: true })),
  'is known no more': () =>
    Promise.resolve(Response.json({ message: 'No', code: 'unauthenticated' }, { status: 401 })),
  'cannot be asked for': nobody,
}

/** The dialog of a customer who deletes their account, where the first answer is `cut`; `left` counts who has left. */
function deleting(cut: () => Promise<Response>, proofs: unknown[] = []) {
  const seen = { asked: 0, left: 0, verdict: 'cannot be asked for' as Verdict }
  setTransport((url, { body }) => {
    if (!url.endsWith(paths.account)) return verdicts[seen.verdict]()
    seen.asked += 1
    proofs.push(JSON.parse(String(body)))
    return seen.asked === 1 ? cut() : Promise.resolve(Response.json({ message: accountTexts.deleted }))
  })
  session.start(ada)
  const leave = async () => void (seen.left += 1)
  show(<DeleteDialog hasPassword unproved={null} onDeleted={leave} onClose={nothing} />)
  fireEvent.input(screen.getByLabelText('Your password'), { target: { value: 'a secret' } })
  return seen
}
const confirm = () => press('Delete My Account')

it('who is told that their password is not enough to delete their account is asked for a code', async () => {
  const proofs: unknown[] = []
  const seen = deleting(() => {
    const [message, errors] = [keptTexts.byCode(new Date()), { code: [keptTexts.codeNeeded] }]
    return Promise.resolve(Response.json({ message, code: 'conflict', errors }, { status: 409 }))
  }, proofs)
  confirm()
  const code = await screen.findByLabelText('Code from the email')
  await eventually(() => expect(screen.getByText(keptTexts.codeNeeded)).toBeDefined())
  expect(screen.getByRole('alert').textContent).toContain('this password is not enough')
  expect(screen.queryByLabelText('Your password')).toBeNull()
  expect(screen.queryByText('As you have no password', { exact: false })).toBeNull()
  expect(screen.getByRole('button', { name: 'Email Me a Code' })).toBeDefined()
  fireEvent.input(code, { target: { value: 'abcd efgh' } })
  confirm()
  await eventually(() => expect(seen).toMatchObject({ asked: 2, left: 1 }))
  expect(proofs).toEqual([{ password: 'a secret' }, { code: 'ABCDEFGH' }])
})

const losses: [string, () => Promise<Response>][] = [
  ['lost', nobody],
  ['cut', () => Promise.resolve(new Response('{"mess'))],
]

it.each(losses)('who deletes their account and whose answer is %s leaves all the same', async (_how, cut) => {
  const seen = deleting(cut)
  seen.verdict = 'is known no more'
  confirm()
  await eventually(() => expect(seen).toMatchObject({ asked: 1, left: 1 }))
  // To the end they are there, to be greeted and then told.
  expect(session.state().isAuthenticated).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
})

it.each(losses)(
  'if even that cannot be known where the answer is %s, nothing else is said',
  async (_how, cut) => {
    const seen = deleting(cut)
    confirm()
    expect(await alert()).toBe(accountTexts.deletionUnheard)
    seen.verdict = 'is known no more'
    confirm()
    // A second call would be refused, and the session called expired.
    await eventually(() => expect(seen).toMatchObject({ asked: 1, left: 1 }))
  },
)

it.each(losses)('an account that is there after an answer that was %s can be deleted', async (_how, cut) => {
  const seen = deleting(cut)
  seen.verdict = 'is known'
  confirm()
  expect(await alert()).toBe(accountTexts.deletionUnheard)
  expect(seen.left).toBe(0)
  confirm()
  await eventually(() => expect(seen).toMatchObject({ asked: 2, left: 1 }))
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
    showReviews(adasReview, () => held.promise.then(answer))
    fireEvent.click(await screen.findByRole('button', { name: 'Delete your review' }))
    press('Delete review')
    press('Close')
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
  showReviews(adasReview, () => held.promise.then(() => new Response(null, { status: 204 })))
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

it('a review being written stays with its piece', async () => {
  showReviews(null, nobody)
  fireEvent.click(await screen.findByRole('button', { name: 'Write a review' }))
  type('Title', 'Light as air')
  fireEvent.click(screen.getByText('Elsewhere'))
  await screen.findByRole('button', { name: 'Write a review' })
  expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull()
})

it('nor is one deleted at a piece that is not its own', async () => {
  showReviews(adasReview, nobody)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete your review' }))
  fireEvent.click(screen.getByText('Elsewhere'))
  await screen.findByRole('button', { name: 'Delete your review' })
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
