/**
 * The third-party logins that a shop may offer, by what stands for each in its addresses. The first is the
 * specification's and keeps the addresses that it names, whichever provider is configured.
 */
export const providerKeys = ['google', 'second'] as const
export type ProviderKey = (typeof providerKeys)[number]

export const isProviderKey = (key: string): key is ProviderKey => providerKeys.some((known) => known === key)

/** What the button of each says where none is configured. */
export const providerNames: Readonly<Record<ProviderKey, string>> = { google: 'Google', second: 'Apple' }
