import { storageKeys } from '#contract/authTexts.ts'
import * as v from 'valibot'
import { kept } from './kept.ts'

const Preferences = v.object({
  essential: v.literal(true),
  performance: v.boolean(),
  marketing: v.boolean(),
})
export type Preferences = v.InferOutput<typeof Preferences>

/** What holds until somebody has chosen: nothing without a yes. */
export const essentialOnly: Preferences = { essential: true, performance: false, marketing: false }
export const everything: Preferences = { essential: true, performance: true, marketing: true }

export const keptPreferences = kept(storageKeys.cookiePreferences)

/** Reads what is kept; what cannot be read counts as not chosen. */
export function readPreferences(text: string | null): Preferences {
  try {
    const parsed = v.safeParse(Preferences, JSON.parse(text ?? 'null'))
    return parsed.success ? parsed.output : essentialOnly
  } catch {
    return essentialOnly
  }
}

export const savePreferences = (preferences: Preferences) => keptPreferences.set(JSON.stringify(preferences))
