// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { AccountExport } from '#contract/account.ts'
import { YourData } from '#src/features/account/YourData.tsx'
import { setTransport } from '#src/lib/client.ts'
import { profile } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'
import { show } from '#tests/support/show.tsx'

const then = '2026-11-26T12:00:00Z'
const copy: AccountExport = {
  exported_at: then,
  profile: { ...profile, created_at: then, agreed_at: then, email_verified_at: then },
  identities: [],
  addresses: [],
  payment_methods: [],
  cart: [],
  wishlist: [],
  orders: [],
  payments_without_order: [],
  reviews: [],
  contact_messages: [],
  newsletter: null,
  sessions: [],
}

it('the copy of all that is held about a customer comes, wherever in their account they are by then', async () => {
  const answer = Promise.withResolvers<Response>()
  setTransport(() => answer.promise)
  const saved = vi.fn<(copy: Blob) => string>(() => 'blob:copy')
  Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  show(<YourData hasPassword onDeleted={() => Promise.resolve()} />)
  fireEvent.click(screen.getByRole('button', { name: 'Download My Data' }))
  await eventually(() => screen.getByText('Collecting…'))
  cleanup()
  answer.resolve(Response.json(copy))
  await eventually(() => expect(saved).toHaveBeenCalledTimes(1))
})
