import { useSyncExternalStore } from 'react'
import { session } from './client.ts'
import type { AuthState } from './session.ts'

/**
 * Who is signed in. While a server-rendered page hydrates it counts as a guest's, so that both sides agree on the
 * markup.
 */
export const useSession = (): AuthState =>
  useSyncExternalStore(session.subscribe, session.state, session.guest)
