// @vitest-environment jsdom
import { MutationObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { changeProfile } from '#src/features/account/api.ts'
import { session, setTransport } from '#src/lib/client.ts'
import { mine } from '#src/lib/mine.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { ada, profile } from '#tests/support/ada.ts'

afterEach(() => session.end())

const grace = { ...ada, access: 'hers', refresh: 'hers', user_id: '2', first_name: 'Grace' }
const augusta = { ...profile, first_name: 'Augusta' }

/** Ada changes her first name; `meanwhile` happens before the server has answered. Returns who is signed in then. */
async function rename(meanwhile: () => void) {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  setTransport(async () => {
    asked.resolve()
    await held.promise
    return Response.json(augusta)
  })
  session.start(ada)
  const queryClient = createQueryClient({ say: () => undefined })
  const changing = new MutationObserver(queryClient, changeProfile()).mutate({ first_name: 'Augusta' })
  await asked.promise
  meanwhile()
  held.resolve()
  await changing
  const { user } = session.state()
  return [user?.id, user?.first_name, queryClient.getQueryData(mine.profile().queryKey)]
}

it('a customer is called by their new name as soon as it is saved', async () => {
  expect(await rename(() => undefined)).toEqual(['1', 'Augusta', augusta])
})

it('and whoever has come after them keeps theirs', async () => {
  const change = () => {
    session.end()
    session.start(grace)
  }
  expect(await rename(change)).toEqual(['2', 'Grace', undefined])
})
