/**
 * What neither the shop nor any library of it ever names of TanStack's router and query cache: methods that nobody
 * calls, options that nobody gives, fields that nobody reads. `leaveOut.ts` takes them out of what is sent, and
 * `plugin.ts` refuses a build that names one after all. Why, and how to go on after an upgrade:
 * `docs/decisions/013-lean-react.md`.
 */
export const unasked: readonly string[] = [
  // The router's: its own ideas of freshness (that is the query cache's affair), of where to scroll, of what a new page
  // keeps, masks over addresses, and options that have newer names.
  '_includeValidateSearch',
  'addChildren',
  'defaultGcTime',
  'defaultHashScrollIntoView',
  'defaultOnCatch',
  'defaultPreloadGcTime',
  'defaultRemountDeps',
  'defaultStaleReloadMode',
  'defaultStaleTime',
  'defaultStructuralSharing',
  'defaultViewTransition',
  'disableGlobalCatchBoundary',
  'explicitUndefined',
  'getScrollRestorationKey',
  'isShell',
  'notFoundRoute',
  'parseParams',
  'pathParamsAllowedCharacters',
  'postSearchFilters',
  'preSearchFilters',
  'preloadGcTime',
  'preloadStaleTime',
  'remountDeps',
  'routeMasks',
  'scrollRestorationBehavior',
  'scrollToTopSelectors',
  'shouldReload',
  'staleReloadMode',
  'stringifyParams',
  'trailingSlash',
  'unmaskOnReload',
  'unsafeRelative',
  'updateLoader',
  // The query cache's: lists without an end, reading at intervals, defaults that are set later, other clocks.
  '_type',
  'ensureInfiniteQueryData',
  'fetchInfiniteQuery',
  'getQueriesData',
  'infiniteQuery',
  'isFetchedAfterMount',
  'isInitialLoading',
  'isLoadingError',
  'isRefetchError',
  'isRefetching',
  'prefetchInfiniteQuery',
  'queryKeyHashFn',
  'refetchInterval',
  'refetchIntervalInBackground',
  'setBatchNotifyFunction',
  'setDefaultOptions',
  'setMutationDefaults',
  'setNotifyFunction',
  'setQueriesData',
  'setQueryDefaults',
  'setScheduler',
  'setTimeoutProvider',
  'subscribed',
]

/** Whose files they are taken out of, in the releases that were read for it. */
export const knownReleases: Readonly<Record<string, string>> = {
  '@tanstack/query-core': '5.108.0',
  '@tanstack/react-query': '5.108.0',
  '@tanstack/react-router': '1.170.46',
  '@tanstack/router-core': '1.171.39',
}
