// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { texts } from '#contract/texts.ts'
import { notify } from '#src/ui/notify.ts'
import { eventually } from '#tests/support/eventually.ts'
import { lost } from '#tests/support/lost.ts'

it('what went wrong is said even where the code that shows messages is lost, a success only with it', async () => {
  const say = vi.fn<(text: string) => void>()
  vi.stubGlobal('early', { say })
  lost('#src/ui/toasting.ts')
  notify.success('Link copied')
  await vi.dynamicImportSettled()
  lost('#src/ui/toasting.ts')
  notify.error(texts.networkError)
  await eventually(() => expect(say.mock.calls).toEqual([[texts.networkError]]))
})
