/** The longest wait, in seconds, whatever `Retry-After` says. */
const longestWait = 10

/** Retries once if the shop is too busy and says when to try again: an `<img>` does not retry. */
export async function askTwice(request: Request): Promise<Response> {
  const answer = await fetch(request)
  const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
  if (answer.status !== 503 || !(wait <= longestWait)) return answer
  await new Promise((resolve) => setTimeout(resolve, wait * 1_000))
  return fetch(request)
}
