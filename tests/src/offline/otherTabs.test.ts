// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { session } from '#src/lib/client.ts'
import { personal } from '#src/lib/queryClient.ts'
import { followOtherTabs } from '#src/offline/otherTabs.ts'
import { ada } from '#tests/support/ada.ts'

const opened: BroadcastChannel[] = []
class Opened extends BroadcastChannel {
  constructor(name: string) {
    super(name)
    opened.push(this)
  }
}

afterEach(() => {
  for (const channel of opened.splice(0)) channel.close()
  session.end()
  vi.unstubAllGlobals()
})

it.each([
  ['is read again once they have changed something in another tab', ada.user_id, false, true],
  ['is not while a change is under way here, which has it read by itself', ada.user_id, true, false],
  ['is not for what another customer has changed', '2', false, false],
])('what is on view of a customer’s %s', async (_what, told, isChanging, isOld) => {
  session.start(ada)
  const client = new QueryClient()
  const queryKey = [personal, 'orders']
  client.setQueryData(queryKey, 'as they were')
  vi.stubGlobal('BroadcastChannel', Opened)
  followOtherTabs(client)
  const answer = Promise.withResolvers<void>()
  if (isChanging)
    void client
      .getMutationCache()
      .build(client, { mutationFn: () => answer.promise })
      .execute(undefined)

  // Heard by this tab before it is heard here.
  const heard = new Promise((resolve) => opened[0]?.addEventListener('message', resolve))
  new Opened('damson-changed').postMessage(told)
  await heard
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(isOld)
  answer.resolve()
})
