import {
  type MutationKey,
  type UseMutationOptions,
  hashKey,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'

type Options<Data, Input> = UseMutationOptions<Data, Error, Input> & { mutationKey: MutationKey }

/**
 * `useMutation` for what a press sends without a form: the same is not sent again while it is under way. `isPending` is
 * as old as the last render, and two presses may come before the next. Where it was sent from a page that was left since,
 * a press waits for its end.
 */
export function useOneAtATime<Data, Input>(options: Options<Data, Input>) {
  const client = useQueryClient()
  const mutation = useMutation(options)
  const [isWaiting, setWaiting] = useState(false)
  const isUnderWay = useIsMutating({ mutationKey: options.mutationKey }) > 0
  const mutate: typeof mutation.mutate = (...call) => {
    const isTheSame = ({ state }: { state: { variables: unknown } }) =>
      hashKey([state.variables]) === hashKey([call[0]])
    const isSent = client.isMutating({ mutationKey: options.mutationKey, predicate: isTheSame }) > 0
    setWaiting(isSent)
    if (!isSent) mutation.mutate(...call)
  }
  return { ...mutation, mutate, isPending: mutation.isPending || (isWaiting && isUnderWay) }
}
