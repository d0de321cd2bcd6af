import { lateCalls } from '#src/lib/lateCalls.ts'

/** The calls of signing in and of passwords, loaded with the first of them. */
export const asking = lateCalls(() => import('./calls.ts'))
