// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#src/lib/AppError.ts'
import { SavedNote } from '#src/offline/SavedNote.tsx'

afterEach(cleanup)

test('the age of a saved copy that is known before the page is awake is told once it is, and fits what the server wrote', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const options = { queryKey: ['piece'] }
  queryClient.setQueryData(options.queryKey, { name: 'Plum Ring' })
  const note = (
    <QueryClientProvider client={queryClient}>
      <SavedNote of={options} />
    </QueryClientProvider>
  )
  const root = document.createElement('div')
  root.innerHTML = renderToString(note)
  expect(root.textContent).toBe('')

  const unheard = new AppError('server_unreachable', 'Nobody answered', 0)
  await queryClient.fetchQuery({ ...options, queryFn: () => Promise.reject(unheard) }).catch(() => undefined)
  const complaints: unknown[] = []
  render(note, {
    container: document.body.appendChild(root),
    hydrate: true,
    onRecoverableError: (error) => complaints.push(error),
  })
  expect(complaints).toEqual([])
  expect(root.textContent).toContain('Saved copy from')
})

test.each([
  ['has failed', new AppError('internal', 'No', 500)],
  ['is being started again', new AppError('unavailable', 'Later', 503)],
  ['refuses for now', new AppError('too_many_requests', 'Later', 429)],
])('a saved copy is told to be one also where the server answers, but %s', async (_how, error) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const options = { queryKey: ['piece'] }
  queryClient.setQueryData(options.queryKey, { name: 'Plum Ring' })
  await queryClient.fetchQuery({ ...options, queryFn: () => Promise.reject(error) }).catch(() => undefined)
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <SavedNote of={options} />
    </QueryClientProvider>,
  )
  expect(container.textContent).toContain('Saved copy from')
})

test.each([
  ['on the line of what it is about keeps its distance', false, '\u2003Saved copy from'],
  ['in a line of its own begins where the line does', true, 'Saved copy from'],
])('the age of a saved copy %s', async (_where, isAlone, begins) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const options = { queryKey: ['piece'] }
  queryClient.setQueryData(options.queryKey, { name: 'Plum Ring' })
  const unheard = new AppError('server_unreachable', 'Nobody answered', 0)
  await queryClient.fetchQuery({ ...options, queryFn: () => Promise.reject(unheard) }).catch(() => undefined)
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <SavedNote of={options} isAlone={isAlone} />
    </QueryClientProvider>,
  )
  expect(container.textContent?.startsWith(begins)).toBe(true)
})
