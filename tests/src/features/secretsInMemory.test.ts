// @vitest-environment jsdom
import { MutationObserver, type MutationOptions } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { addCard, changePassword, deleteAccount, exportAccount } from '#src/features/account/api.ts'
import { register, signIn, verifyEmail } from '#src/features/auth/api.ts'
import { checkResetLink, resetPassword } from '#src/features/auth/passwordApi.ts'
import { placeOrder } from '#src/features/checkout/api.ts'
import { setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'

const withSecrets = {
  addCard,
  changePassword: () => changePassword(null, null, () => undefined),
  checkResetLink,
  deleteAccount,
  exportAccount,
  placeOrder: () => placeOrder('1'),
  register,
  resetPassword,
  signIn,
  verifyEmail,
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

type Call = (typeof withSecrets)[keyof typeof withSecrets]
const refused = () => Response.json({ message: 'No', code: 'invalid_input' }, { status: 400 })

/** A call that is on view. Each takes something else, and is refused before anybody looks at it. */
function onView(call: Call) {
  const client = createQueryClient({ say: () => undefined })
  const observer = new MutationObserver(
    client,
    call(false) as unknown as MutationOptions<unknown, Error, object>,
  )
  const leave = observer.subscribe(() => undefined)
  return { leave, mutate: () => observer.mutate({}), kept: () => client.getMutationCache().getAll() }
}

it.each(Object.entries(withSecrets))(
  'nothing secret stays in memory for more than a second after %s',
  async (_name, call) => {
    setTransport(async () => refused())
    const { leave, mutate, kept } = onView(call)
    await expect(mutate()).rejects.toThrow('No')
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    leave()
    vi.advanceTimersByTime(1_000)
    expect(kept()).toEqual([])
  },
)

it.each(Object.entries(withSecrets))(
  'nor is a phone kept awake by %s that was left before its answer',
  async (_name, call) => {
    const answer = Promise.withResolvers<Response>()
    setTransport(() => answer.promise)
    const { leave, mutate, kept } = onView(call)
    const asked = mutate()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const woken = vi.spyOn(globalThis, 'setTimeout')
    leave()
    vi.advanceTimersByTime(10_000)
    expect(woken.mock.calls.length).toBeLessThan(20)
    answer.resolve(refused())
    await expect(asked).rejects.toThrow('No')
    vi.advanceTimersByTime(1_000)
    expect(kept()).toEqual([])
  },
)
