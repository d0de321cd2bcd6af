import type { QueryClient } from '@tanstack/react-query'
import { apiRoot } from '#contract/apiRoot.ts'
import { providerPaths } from '#contract/provider.ts'
import { type ProviderKey, isProviderKey, providerNames } from '#contract/providers.ts'
import { inNameOf, isProviderProblem, providerTexts } from '#contract/providerTexts.ts'
import { texts } from '#contract/texts.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { provider } from './api.ts'
import * as calls from './calls.ts'

/**
 * Leaves for the provider, if there is one and the network works: otherwise the browser would show an error page of its
 * own. Resolves to the reason if it did not leave.
 */
export async function begin(key: ProviderKey, from: string | undefined): Promise<string> {
  try {
    const { enabled, name } = await calls.provider(key)
    if (!enabled) return inNameOf(name, providerTexts.unavailable)
  } catch (error) {
    return messageOf(error, texts.networkError)
  }
  const query = from === undefined ? '' : `?${new URLSearchParams({ from }).toString()}`
  window.location.assign(`${apiRoot}${providerPaths(key).begin}${query}`)
  return ''
}

/**
 * Takes up the session at the end of a third-party login: the login page's address carries the code in its fragment,
 * which is removed at once. Resolves to what went wrong; null: signed in.
 */
export async function takeUp(queryClient: QueryClient): Promise<string | null> {
  const told = new URLSearchParams(window.location.hash.slice(1))
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  const from = told.get('provider') ?? ''
  // A server of an earlier version, beside this one or just replaced by it, has one provider and does not say which.
  const key = isProviderKey(from) ? from : 'google'
  const code = told.get('code')
  if (code === null) {
    const problem = told.get('problem') ?? ''
    const { name } = await queryClient
      .ensureQueryData(provider(key))
      .catch(() => ({ name: providerNames[key] }))
    return inNameOf(name, isProviderProblem(problem) ? providerTexts[problem] : providerTexts.failed)
  }
  try {
    await calls.takeOver(key, code)
    return null
  } catch (error) {
    return messageOf(error, texts.networkError)
  }
}
