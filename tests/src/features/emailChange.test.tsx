// @vitest-environment jsdom
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountTexts } from '#contract/accountTexts.ts'
import type { Profile } from '#contract/auth.ts'
import { PersonalInformation } from '#src/features/account/PersonalInformation.tsx'
import { session, setTransport } from '#src/lib/client.ts'
import { mine } from '#src/lib/mine.ts'
import { notify } from '#src/ui/notify.ts'
import { ada, profile } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'
import { show } from '#tests/support/show.tsx'

const mistyped = 'ada@exmaple.com'

/** What the shop knows of Ada, and the changes that it was sent. */
let known: Profile
let sent: object[]
let isAnswerLost: boolean
const saved = vi.spyOn(notify, 'success')

beforeEach(() => {
  known = profile
  sent = []
  isAnswerLost = false
  saved.mockClear().mockReturnValue('')
  setTransport(async (_url, { method, body }) => {
    if (method === 'PATCH') {
      const { email, ...rest }: Partial<Profile> = JSON.parse(String(body))
      sent.push({ ...rest, ...(email !== undefined && { email }) })
      known = { ...known, ...rest }
      if (email !== undefined) known.pending_email = email === known.email ? null : email
      if (isAnswerLost) throw new TypeError('Failed to fetch')
    }
    return Response.json(known)
  })
  session.start(ada)
})
afterEach(() => {
  cleanup()
  session.end()
})

function Account() {
  const client = useQueryClient()
  const { data } = useQuery(mine.profile())
  return (
    <>
      <button type="button" onClick={() => void client.invalidateQueries(mine.profile())}>
        Read again
      </button>
      {data && <PersonalInformation profile={data} />}
    </>
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
async function edit() {
  show(<Account />)
  await press('Edit')
}
async function keepTheOldOne() {
  await press('Keep the old one')
  await eventually(() => expect(screen.queryByRole('button', { name: 'Keep the old one' })).toBeNull())
  sent = []
}
/** As after a change in another tab. */
async function changedElsewhere(change: Partial<Profile>) {
  known = { ...known, ...change }
  await press('Read again')
  await screen.findByText(`Please confirm ${known.pending_email}`)
}
async function save() {
  saved.mockClear()
  await press('Save Changes')
  await eventually(() => expect(saved).toHaveBeenCalledWith(accountTexts.updated))
}

const names = { first_name: 'Ada', last_name: 'Quince' }

it('a new address that was given up above the open form is not in it any more, nor asked for again', async () => {
  known = { ...profile, pending_email: mistyped }
  await edit()
  expect(field('Email').value).toBe(mistyped)
  await keepTheOldOne()
  expect(field('Email').value).toBe(profile.email)
  type('Contact number (optional)', '02079460999')
  await save()
  expect(sent).toEqual([{ ...names, contact_no: '02079460999' }])
  expect(known.pending_email).toBeNull()
})

it('what was typed as the new address stays where the former one is given up, and is asked for', async () => {
  known = { ...profile, pending_email: mistyped }
  await edit()
  type('Email', 'ada.quince@example.com')
  await keepTheOldOne()
  expect(field('Email').value).toBe('ada.quince@example.com')
  await save()
  expect(sent).toMatchObject([{ email: 'ada.quince@example.com' }])
})

it('a new address that was asked for in another tab still waits after only the name was saved here', async () => {
  await edit()
  type('First name', 'Augusta')
  await changedElsewhere({ pending_email: 'new@example.com' })
  await save()
  expect(sent).toEqual([{ ...names, first_name: 'Augusta', contact_no: profile.contact_no }])
  expect(known.pending_email).toBe('new@example.com')
})

it('an address that was typed and put back as it was withdraws none that was asked for in another tab', async () => {
  await edit()
  type('Email', 'ada.quince@example.com')
  await changedElsewhere({ pending_email: 'new@example.com' })
  type('Email', profile.email)
  await save()
  expect(known.pending_email).toBe('new@example.com')
})

it('who types their present address over one that waits withdraws that', async () => {
  known = { ...profile, pending_email: mistyped }
  await edit()
  type('Email', profile.email)
  await save()
  expect(sent).toMatchObject([{ email: profile.email }])
  expect(known.pending_email).toBeNull()
})

it.each([
  ['verified', '2026-11-26T12:00:00Z', true],
  ['not verified', null, false],
])(
  'who changes an address that was %s hears, before and after, of emails about orders that still go there only where they do',
  async (_what, email_verified_at, doThey) => {
    known = { ...profile, email_verified_at }
    await edit()
    const told = () => screen.queryAllByText(/Emails about orders placed with the old one still go to it/)
    expect(told()).toHaveLength(doThey ? 1 : 0)
    type('Email', 'new@example.com')
    await save()
    await screen.findByText('Please confirm new@example.com')
    expect(told()).toHaveLength(doThey ? 1 : 0)
  },
)

describe('a new address that was asked for, though no answer came', () => {
  beforeEach(async () => {
    await edit()
    type('Email', 'new@example.com')
    isAnswerLost = true
    await press('Save Changes')
    await screen.findByText('Please confirm new@example.com')
    await screen.findByRole('button', { name: 'Save Changes' })
    sent = []
    isAnswerLost = false
  })

  it('is not asked for again', async () => {
    await save()
    expect(sent).toEqual([{ ...names, contact_no: profile.contact_no }])
  })

  it('is withdrawn by typing the former one', async () => {
    type('Email', profile.email)
    await save()
    expect(sent).toMatchObject([{ email: profile.email }])
    expect(known.pending_email).toBeNull()
  })
})
