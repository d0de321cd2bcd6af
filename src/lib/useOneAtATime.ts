import {
  type MutationKey,
  type UseMutationOptions,
  hashKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'

type Options<Data, Input> = UseMutationOptions<Data, Error, Input> & { mutationKey: MutationKey }

/**
 * `useMutation` for what a press sends without a form: the same is not sent again while it is under way. `isPending` is
 * as old as the last render, and two presses may come before the next.
 */
export function useOneAtATime<Data, Input>(options: Options<Data, Input>) {
  const client = useQueryClient()
  const mutation = useMutation(options)
  const mutate: typeof mutation.mutate = (...call) => {
    const isTheSame = ({ state }: { state: { variables: unknown } }) =>
      hashKey([state.variables]) === hashKey([call[0]])
    if (client.isMutating({ mutationKey: options.mutationKey, predicate: isTheSame }) === 0)
      mutation.mutate(...call)
  }
  return { ...mutation, mutate }
}
