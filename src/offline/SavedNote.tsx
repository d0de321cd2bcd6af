import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { savedTexts } from '#contract/savedTexts.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useNetwork } from './network.ts'
import { momentOf } from './moment.ts'
import * as css from './SavedNote.css.ts'

export type NoteProps = {
  /** The options by which it was read. */
  of: { queryKey: QueryKey }
  /** In a line of its own. */
  isAlone?: boolean
}

/** 'Saved copy from 14:32', as long as nothing newer is available; nothing otherwise. */
export function SavedNote({ of: { queryKey }, isAlone = false }: NoteProps) {
  const { dataUpdatedAt, error, fetchStatus, data } = useQueryState(queryKey)
  const state = useNetwork()
  const isOld = state === 'offline' || error !== null || (state === 'slow' && fetchStatus === 'fetching')
  if (data === undefined || !isOld) return null
  const moment = momentOf(dataUpdatedAt)
  const isPartial = typeof data === 'object' && data !== null && 'isPartial' in data
  return (
    <>
      {/* Where the line breaks it stays behind, and leaves no gap. */}
      {!isAlone && '\u2003'}
      <span className={css.note}>
        <Icon name="clock" size="s" className={css.icon} />
        {isPartial ? savedTexts.partFrom(moment) : savedTexts.copyFrom(moment)}
      </span>
    </>
  )
}

const nothing = { dataUpdatedAt: 0, error: null, fetchStatus: 'idle', data: undefined } as const

/** The cached state of a query, without requesting it. */
function useQueryState(queryKey: QueryKey) {
  const queryClient = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) => queryClient.getQueryCache().subscribe(listener),
    [queryClient],
  )
  // By the time this hydrates more may be known than when the server rendered the page.
  return useSyncExternalStore(
    subscribe,
    () => queryClient.getQueryState(queryKey) ?? nothing,
    () => nothing,
  )
}
