import type { QueryClient } from '@tanstack/react-query'
import { session } from '#src/lib/client.ts'
import { personal } from '#src/lib/queryClient.ts'
import { openChannel } from './channel.ts'

/**
 * What a customer does in one tab, such as placing an order, changes what others show: there, too, everything of theirs
 * that is on view is read again. The outbox tells of its changes by itself.
 */
export function followOtherTabs(queryClient: QueryClient): void {
  const tabs = openChannel('damson-changed')
  const customer = () => session.state().user?.id
  queryClient.getMutationCache().subscribe((event) => {
    // One that failed may have been done all the same.
    const isOver = event.type === 'updated' && ['success', 'error'].includes(event.action.type)
    if (isOver && customer() !== undefined) tabs?.postMessage(customer())
  })
  tabs?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // What is under way here has all of it read once it is over, and would be undone by a read from before.
    if (data !== customer() || queryClient.isMutating() > 0) return
    void queryClient.invalidateQueries({ queryKey: [personal] })
  })
}
