import { lateCalls } from '#src/lib/lateCalls.ts'
import { briefly } from '#src/lib/queryClient.ts'

/** The calls of signing in and of passwords, loaded with the first of them. */
export const asking = lateCalls(() => import('./calls.ts'))

/**
 * For mutations with a password or the token of an emailed link: the form shows their errors, and the mutation cache
 * holds on only briefly to what they were given.
 */
export const ofSecrets = { meta: { errors: 'inline' }, gcTime: briefly } as const
