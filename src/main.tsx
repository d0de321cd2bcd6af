import { hydrate } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { messageOf } from './lib/AppError.ts'
import { applyHead, headTags } from './lib/head.ts'
import { wakeIslands } from './lib/island.ts'
import { createQueryClient } from './lib/queryClient.ts'
import { registerWorker } from './offline/worker.ts'
import { makeRouter } from './router.tsx'
import { notify } from './ui/notify.ts'
import { texts } from '#contract/texts.ts'

const queryClient = createQueryClient({
  say: (error, fallback) => notify.error(messageOf(error, fallback ?? texts.somethingWentWrong)),
})

async function start() {
  const root = document.getElementById('root')
  if (!root) throw new Error('The document has no #root')
  const state = document.getElementById('state')?.textContent
  if (state) hydrate(queryClient, JSON.parse(state))

  const router = makeRouter(queryClient)
  router.subscribe('onResolved', () => applyHead(headTags(router.state.matches)))
  const rendered = root.dataset['href']
  // Tells the router that the server's markup has no Suspense boundary around the root.
  if (rendered !== undefined) router.ssr = { manifest: undefined }
  await router.load()
  router.subscribe('onBeforeNavigate', wakeIslands)

  const app = <RouterProvider router={router} />
  // A guard may have led elsewhere than what the server rendered.
  if (rendered === router.state.location.href) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
}

void start()
registerWorker()

// Fonts come after everything that can be read without them.
if (document.readyState === 'complete') void import('./ui/fonts.css.ts')
else window.addEventListener('load', () => void import('./ui/fonts.css.ts'), { once: true })
