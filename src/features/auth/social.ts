import { apiRoot } from '#contract/apiRoot.ts'
import { providerPaths } from '#contract/provider.ts'
import { inNameOf, isProviderProblem, providerTexts } from '#contract/providerTexts.ts'
import { texts } from '#contract/texts.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { session } from '#src/lib/client.ts'
import * as calls from './calls.ts'

/**
 * Leaves for the provider, if there is one and the network works: otherwise the browser would show an error page of its
 * own. Resolves to the reason if it did not leave.
 */
export async function begin(from: string | undefined): Promise<string> {
  try {
    const { enabled, name } = await calls.provider()
    if (!enabled) return inNameOf(name, providerTexts.unavailable)
  } catch (error) {
    return messageOf(error, texts.networkError)
  }
  const query = from === undefined ? '' : `?${new URLSearchParams({ from }).toString()}`
  window.location.assign(`${apiRoot}${providerPaths.begin}${query}`)
  return ''
}

/**
 * Takes up the session at the end of a third-party login: the login page's address carries the code in its fragment,
 * which is removed at once. Resolves to what went wrong; null: signed in.
 */
export async function takeUp(name: string): Promise<string | null> {
  const told = new URLSearchParams(window.location.hash.slice(1))
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  const code = told.get('code')
  if (code === null) {
    const problem = told.get('problem') ?? ''
    return inNameOf(name, isProviderProblem(problem) ? providerTexts[problem] : providerTexts.failed)
  }
  try {
    session.start(await calls.takeOver(code))
    return null
  } catch (error) {
    return messageOf(error, texts.networkError)
  }
}
