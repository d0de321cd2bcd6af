/**
 * So many simultaneous callers. `enough` resolves once that many of them were told 503, all of them in `refusals`;
 * `all` resolves to every status in the end.
 */
export function crowdOf(
  { size, refused }: { size: number; refused: number },
  ask: (index: number) => Promise<Response>,
) {
  const statuses: number[] = []
  const refusals: Response[] = []
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  const all = Promise.all(
    Array.from({ length: size }, async (_, index) => {
      const answer = await ask(index)
      statuses.push(answer.status)
      if (answer.status === 503 && refusals.push(answer) === refused) resolve()
      return answer.status
    }),
  )
  return { statuses, refusals, enough, all }
}
