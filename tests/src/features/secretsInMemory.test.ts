// @vitest-environment jsdom
import { MutationObserver, type MutationOptions } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { addCard, changePassword, deleteAccount } from '#src/features/account/api.ts'
import { register, signIn, verifyEmail } from '#src/features/auth/api.ts'
import { checkResetLink, resetPassword } from '#src/features/auth/passwordApi.ts'
import { placeOrder } from '#src/features/checkout/api.ts'
import { setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { eventually } from '#tests/support/eventually.ts'

const withSecrets = {
  addCard,
  changePassword: () => changePassword(null, null, () => undefined),
  checkResetLink,
  deleteAccount,
  placeOrder: () => placeOrder('1'),
  register,
  resetPassword,
  signIn,
  verifyEmail,
}

it.each(Object.entries(withSecrets))('nothing secret stays in memory after %s', async (_name, mutation) => {
  setTransport(async () => Response.json({ message: 'No', code: 'invalid_input' }, { status: 400 }))
  const client = createQueryClient({ say: () => undefined })
  // Each takes something else, and is refused before anybody looks at it.
  const observer = new MutationObserver(
    client,
    mutation(false) as unknown as MutationOptions<unknown, Error, object>,
  )
  const leave = observer.subscribe(() => undefined)
  await expect(observer.mutate({})).rejects.toThrow('No')
  leave()
  await eventually(() => expect(client.getMutationCache().getAll()).toEqual([]))
})
