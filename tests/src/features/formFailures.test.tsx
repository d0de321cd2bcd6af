// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { accountTexts } from '#contract/accountTexts.ts'
import { addressTexts } from '#contract/address.ts'
import { reviewTexts } from '#contract/reviewTexts.ts'
import { texts } from '#contract/texts.ts'
import { PersonalInformation } from '#src/features/account/PersonalInformation.tsx'
import { ShippingStep } from '#src/features/checkout/ShippingStep.tsx'
import { Reviews } from '#src/features/reviews/Reviews.tsx'
import { session, setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { ada } from '#tests/support/ada.ts'

const nothing = () => undefined

function show(children: ReactNode) {
  const client = createQueryClient({ say: nothing })
  render(<QueryClientProvider client={client}>{children}</QueryClientProvider>)
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const alert = async () => (await screen.findByRole('alert')).textContent

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const answers: [string, () => Promise<Response>, string][] = [
  ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch')), texts.networkError],
  [
    'the server refuses',
    () => Promise.resolve(Response.json({ message: 'Not now', code: 'internal' }, { status: 400 })),
    'Not now',
  ],
]

it.each(answers)('a profile that is not saved says so where %s', async (_who, answer, why) => {
  setTransport(answer)
  show(
    <PersonalInformation
      profile={{
        first_name: 'Ada',
        last_name: 'Quince',
        email: 'ada@example.com',
        pending_email: null,
        contact_no: '02079460123',
        last_password_change: null,
        has_password: true,
      }}
    />,
  )
  press('Edit')
  press('Save Changes')
  expect(await alert()).toBe(`${accountTexts.updateFailed}${why}`)
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

it.each(answers)('a review that is not deleted says so in its dialog where %s', async (_who, answer, why) => {
  const mine = {
    id: '1',
    rating: 5,
    title: 'Light as air',
    text: 'I forget that I wear it.',
    author: 'Ada Q.',
    created_at: '2026-06-01T10:00:00Z',
    mine: true,
  }
  setTransport((_url, { method }) =>
    method === 'GET' ? Promise.resolve(Response.json({ data: [mine], count: 1, rating: 5 })) : answer(),
  )
  session.start(ada)
  show(<Reviews slug="silver-figaro-anklet" name="Silver Figaro Anklet" onChanged={nothing} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete your review' }))
  press('Delete review')
  expect(await alert()).toBe(`${reviewTexts.deleteFailed}${why}`)
  expect(screen.getByRole('alertdialog').contains(screen.getByRole('alert'))).toBe(true)
})
