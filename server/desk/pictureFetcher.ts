import { causesOf } from '../db/db.ts'
import { hasCode } from '../process/failure.ts'

/** In milliseconds. */
const patience = 30_000
/** So many pictures in a row a host may leave unanswered: one of them may have been its own fault. */
const mostUnanswered = 2

/**
 * Downloads pictures of at most `largest` bytes. A host that has stopped answering is asked for no more of them, which
 * would take half a minute each. @throws {Error} from the function, which says why there is no picture
 */
export function pictureFetcher(largest: number): (url: string) => Promise<Buffer> {
  const unanswered = new Map<string, number>()
  return async (url) => {
    const { host } = new URL(url)
    if ((unanswered.get(host) ?? 0) >= mostUnanswered)
      throw new Error(`${url} was not asked for, because ${host} does not answer`)
    const broken = (why: string) => (error: unknown) => {
      const isSilent = causesOf(error).some(isOfSilence)
      if (isSilent) unanswered.set(host, (unanswered.get(host) ?? 0) + 1)
      throw new Error(`${url} ${isSilent ? 'is not answered in time' : why}`)
    }
    const answer = await fetch(url, { signal: AbortSignal.timeout(patience) }).catch(
      broken('cannot be reached'),
    )
    if (!answer.ok) {
      unanswered.delete(host)
      throw new Error(`${url} answers ${answer.status}`)
    }
    const content = await firstOf(answer, largest + 1).catch(broken('cannot be downloaded'))
    if (content.length > largest) throw new Error(`${url} is larger than 20 MB`)
    unanswered.delete(host)
    return content
  }
}

/** Whether it took as long as it may, rather than being refused. */
const isOfSilence = (error: Error): boolean =>
  error.name === 'TimeoutError' || hasCode(error, 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT', 'EHOSTUNREACH')

/** What an answer contains, as far as somebody wants to know who would take so many bytes of it. */
async function firstOf(answer: Response, enough: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.body ?? []) {
    parts.push(part)
    length += part.length
    if (length >= enough) break
  }
  return Buffer.concat(parts)
}
