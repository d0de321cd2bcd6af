import { Profile } from '#contract/auth.ts'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { createHttp, type Transport } from '#src/lib/http.ts'
import { createSession } from '#src/lib/session.ts'
import { careFor, sessionCalls } from '#src/lib/sessionCare.ts'

// Loaded by a page of a test, where it uses the same session as the shop around it.
const transport: Transport = (url, options) => fetch(url, options)
const session = createSession(async (store) =>
  careFor(
    store,
    sessionCalls((credentials) => createHttp({ base: apiRoot, transport, credentials })),
  ),
)
const http = createHttp({ base: apiRoot, transport, credentials: session.credentials })

/** Requests the profile so many times at once; returns the statuses. */
export const profiles = async (count: number): Promise<number[]> => {
  const answers = await Promise.all(
    Array.from({ length: count }, () => http.get(paths.profile, { schema: Profile })),
  )
  return answers.map(({ status }) => status)
}
