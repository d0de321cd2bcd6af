/** No longer than this is waited, in seconds, whatever is said. */
const longestWait = 10

/** Asks once more where the shop has too many others to serve and says when to come again: an `<img>` asks once. */
export async function askTwice(request: Request): Promise<Response> {
  const answer = await fetch(request)
  const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
  if (answer.status !== 503 || !(wait <= longestWait)) return answer
  await new Promise((resolve) => setTimeout(resolve, wait * 1_000))
  return fetch(request)
}
