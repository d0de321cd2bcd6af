import { storageKeys } from '#contract/storageKeys.ts'
import { kept } from '#src/lib/kept.ts'

export type Preferences = { essential: true; performance: boolean; marketing: boolean }

/** What applies until somebody has chosen: nothing without consent. */
export const essentialOnly: Preferences = { essential: true, performance: false, marketing: false }
export const everything: Preferences = { essential: true, performance: true, marketing: true }

export const keptPreferences = kept(storageKeys.cookiePreferences)

/** Parses what is stored; anything unreadable counts as not chosen. */
export function readPreferences(text: string | null): Preferences {
  try {
    const read: unknown = JSON.parse(text ?? 'null')
    const said = (name: keyof Preferences) =>
      typeof read === 'object' && read !== null && Object.getOwnPropertyDescriptor(read, name)?.value === true
    return { essential: true, performance: said('performance'), marketing: said('marketing') }
  } catch {
    return essentialOnly
  }
}

export const savePreferences = (preferences: Preferences) => keptPreferences.set(JSON.stringify(preferences))
