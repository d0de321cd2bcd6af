// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressTexts } from '#contract/addressTexts.ts'
import { reviewTexts } from '#contract/reviewTexts.ts'
import { savedCardTexts } from '#contract/savedCardTexts.ts'
import { AddressesTab } from '#src/features/account/AddressesTab.tsx'
import { PaymentMethodsTab } from '#src/features/account/PaymentMethodsTab.tsx'
import { AddressFields } from '#src/features/checkout/AddressFields.tsx'
import { CardFields } from '#src/features/checkout/PaymentFields.tsx'
import { Reviews } from '#src/features/reviews/Reviews.tsx'
import { session, setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { notify } from '#src/ui/notify.ts'
import { ada, addressOf, adasAddress, adasReview } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'
import { show, showRouted } from '#tests/support/show.tsx'

const succeeded = vi.spyOn(notify, 'success')
/** Called with each failure that is told. */
const failed = vi.fn<(failure: Error) => void>()
beforeEach(() => {
  failed.mockClear()
  succeeded.mockClear().mockReturnValue('')
  session.start(ada)
})
afterEach(() => {
  cleanup()
  session.end()
})
const heard = (message: string) => eventually(() => expect(succeeded).toHaveBeenCalledWith(message))
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

const lost = () => {
  throw new TypeError('Failed to fetch')
}
const portal = () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } })

/** What becomes of a shop's answers to changes, each of which it makes or refuses. */
type Line = (answer: () => Response) => Response
const fates: [string, Line][] = [
  ['is lost', (answer) => (answer(), lost())],
  ['comes from somebody else', (answer) => (answer(), portal())],
]

const addresses = () => [
  { ...adasAddress('11111111-1111-4111-8111-111111111111', true), full_name: 'Ada Quince' },
  { ...adasAddress('22222222-2222-4222-8222-222222222222', false), full_name: 'Grace Medlar' },
]
const cards = () => [
  { id: 'visa', brand: 'Visa', last_four: '4242', expiry: '12/40', is_default: true },
  { id: 'amex', brand: 'Amex', last_four: '0005', expiry: '12/40', is_default: false },
]
const what = {
  address: {
    tab: () => <AddressesTab fields={AddressFields} />,
    kept: addresses,
    remove: [`Delete ${addressOf('Grace Medlar')}`, 'Yes, Delete'],
    removed: addressTexts.deleted,
    prefer: `Set as default: ${addressOf('Grace Medlar')}`,
    preferred: addressTexts.defaultUpdated,
  },
  card: {
    tab: () => <PaymentMethodsTab fields={CardFields} />,
    kept: cards,
    remove: ['Remove Amex ending 0005', 'Yes, Remove'],
    removed: savedCardTexts.removed,
    prefer: 'Set as default: Amex ending 0005',
    preferred: savedCardTexts.defaultUpdated,
  },
}

/** Two of them, kept by a shop that can be changed. */
function keptBy(line: Line, kept: () => { id: string; is_default: boolean }[]) {
  let all = kept()
  const notFound = () => Response.json({ message: 'Not found.' }, { status: 404 })
  setTransport(async (_url, { method }) => {
    if (method === 'GET') return Response.json({ data: all })
    const [first, second] = all
    if (first === undefined || second === undefined) return line(notFound)
    return line(() => {
      all =
        method === 'DELETE'
          ? [first]
          : [
              { ...first, is_default: false },
              { ...second, is_default: true },
            ]
      return Response.json(method === 'DELETE' ? { message: 'Deleted' } : { data: all[1] })
    })
  })
}

const showTab = (tab: () => ReactNode) =>
  showRouted(createRootRoute({ component: tab }), '/', createQueryClient({ say: failed }))

describe.each(Object.entries(what))('an %s that the customer keeps', (_name, { tab, kept, ...said }) => {
  it.each(fates)(
    'has been removed, and nobody says that it was not, where the answer %s',
    async (_fate, line) => {
      keptBy(line, kept)
      await showTab(tab)
      for (const name of said.remove) await press(name)
      await heard(said.removed)
      await eventually(() => expect(screen.getAllByRole('article')).toHaveLength(1))
      expect(failed).not.toHaveBeenCalled()
    },
  )

  it.each(fates)(
    'is the default, and nobody says that it is not, where the answer %s',
    async (_fate, line) => {
      keptBy(line, kept)
      await showTab(tab)
      await press(said.prefer)
      await heard(said.preferred)
      expect(failed).not.toHaveBeenCalled()
    },
  )

  it('has not been removed where the request did not arrive', async () => {
    keptBy(lost, kept)
    await showTab(tab)
    for (const name of said.remove) await press(name)
    await eventually(() => expect(failed).toHaveBeenCalled())
    expect(succeeded).not.toHaveBeenCalled()
    expect(screen.getAllByRole('article')).toHaveLength(2)
  })
})

describe('a review', () => {
  /** A piece's reviews, of which Ada may have written one; `reads` says whether they can be read. */
  function reviewedBy(line: Line, had = false) {
    let all = had ? [adasReview] : []
    const shop = { canRead: true }
    setTransport(async (_url, { method }) => {
      if (method === 'GET') {
        if (!shop.canRead) return lost()
        const count = all.length
        return Response.json({ data: all, count, rating: count > 0 ? 5 : null, may_review: count === 0 })
      }
      return line(() => {
        const refused = (status: number, message: string) => Response.json({ message }, { status })
        if (method === 'DELETE') {
          if (all.length === 0) return refused(404, reviewTexts.notFound)
          all = []
          return new Response(null, { status: 204 })
        }
        if (all.length > 0) return refused(409, reviewTexts.already)
        all = [adasReview]
        return Response.json({ data: adasReview }, { status: 201 })
      })
    })
    show(<Reviews slug="ring" name="Ring" onChanged={() => undefined} />)
    return shop
  }
  const write = async (title = adasReview.title) => {
    await press('Write a review')
    fireEvent.click(screen.getByRole('radio', { name: /^5 stars/ }))
    fireEvent.change(screen.getByLabelText('Title'), { target: { value: title } })
    fireEvent.change(screen.getByLabelText('Your review'), { target: { value: adasReview.text } })
    await press('Post review')
  }

  it.each(fates)('that was written is there, and its form gone, where the answer %s', async (_fate, line) => {
    reviewedBy(line)
    await write()
    await heard(reviewTexts.added)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('heading', { name: adasReview.title })).toBeTruthy()
  })

  it('that was written is not refused as a second one when it is posted again', async () => {
    let isLost = true
    const shop = reviewedBy((answer) => (isLost ? (answer(), lost()) : answer()))
    await screen.findByRole('button', { name: 'Write a review' })
    shop.canRead = false
    await write()
    await screen.findByRole('alert')
    shop.canRead = true
    isLost = false
    await press('Post review')
    await heard(reviewTexts.added)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is refused all the same beside another one, with other words', async () => {
    const line: Line = () => Response.json({ message: reviewTexts.already }, { status: 409 })
    let isWritten = false
    setTransport(async (_url, { method }) => {
      if (method === 'POST') {
        isWritten = true
        return line(() => new Response())
      }
      const data = isWritten ? [adasReview] : []
      return Response.json({ data, count: data.length, rating: 5, may_review: !isWritten })
    })
    show(<Reviews slug="ring" name="Ring" onChanged={() => undefined} />)
    await write('Other words')
    expect((await screen.findByRole('alert')).textContent).toContain(reviewTexts.already)
    expect(succeeded).not.toHaveBeenCalled()
  })

  it.each(fates)(
    'that was deleted is gone, and nobody says that it is not, where the answer %s',
    async (_fate, line) => {
      reviewedBy(line, true)
      await press('Delete your review')
      await press('Delete review')
      await heard(reviewTexts.deleted)
      expect(screen.queryByRole('alertdialog')).toBeNull()
      expect(screen.queryByText(adasReview.title)).toBeNull()
    },
  )
})
