import type { QueryClient } from '@tanstack/react-query'
import { isHeld } from './holds.ts'
import { hasTypedSecret } from './secrets.ts'

/** Whether nothing would be lost by a reload: no order under way, no card or password typed. */
export const mayReload = (queryClient: QueryClient): boolean =>
  !isHeld() && !hasTypedSecret(document) && queryClient.isMutating() === 0
