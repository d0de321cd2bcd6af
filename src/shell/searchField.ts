import { longestSearch } from '#contract/constants.ts'

/** The field for what is searched for, in the header and in the menu. */
export const searchField = {
  type: 'search',
  name: 'query',
  'aria-label': 'Search the shop',
  placeholder: 'Search rings, sapphires, gifts',
  maxLength: longestSearch,
  autoComplete: 'off',
  enterKeyHint: 'search',
} as const
