import { useRouterState } from '@tanstack/react-router'

/** Whether the page is one of ordering, which little around it may distract from. */
export const useIsQuiet = (): boolean =>
  useRouterState({
    select: ({ matches }) => matches.some((match) => match.staticData.chrome === 'quiet'),
  })
