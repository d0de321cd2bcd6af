import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { personal } from '#src/lib/queryClient.ts'

/**
 * What is known of a customer's data, and the key under which it is: until the whole has been read, the part of it that
 * answers to changes made here told of. On its own that part is never shown as the whole, nor kept on the device.
 */
export function known<T>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  nothing: T,
): { data: T; queryKey: QueryKey } {
  const whole = queryClient.getQueryData<T>(queryKey)
  if (whole !== undefined) return { data: whole, queryKey }
  const [, ...which] = queryKey
  const part = [personal, 'part', ...which]
  return { data: queryClient.getQueryData<T>(part) ?? nothing, queryKey: part }
}
