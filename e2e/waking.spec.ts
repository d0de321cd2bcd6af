import type { AnyRouter } from '@tanstack/react-router'
import { type Page, expect } from '@playwright/test'
import { test } from './support/shopper.ts'
import { inLongForm } from './support/screens.ts'

/** The next document is left for the login as soon as its frame has hydrated, and nothing inside it has. */
const leaveHalfAwake = (page: Page) =>
  page.addInitScript(() => {
    // React schedules its work by messages to itself. Those that would hydrate the page's inside are held back, as on a
    // busy phone.
    let isHeld = false
    const kept: (() => void)[] = []
    const post = Reflect.get(MessagePort.prototype, 'postMessage')
    MessagePort.prototype.postMessage = function (this: MessagePort, ...message: unknown[]) {
      const send = () => void Reflect.apply(post, this, message)
      if (isHeld) kept.push(send)
      else send()
    }
    const letGo = () => {
      isHeld = false
      for (const send of kept.splice(0)) send()
    }

    let router: AnyRouter | undefined
    // The router's own handle for its devtools.
    Object.defineProperty(window, '__TSR_ROUTER__', {
      configurable: true,
      get: () => router,
      set(made: AnyRouter) {
        router = made
        const subscribe = made.history.subscribe.bind(made.history)
        // The frame does this as it hydrates.
        made.history.subscribe = (follow: Parameters<typeof subscribe>[0]) => {
          const end = subscribe(follow)
          isHeld = true
          const leave = async () => {
            await made.preloadRoute({ to: '/login' })
            const show = made.startTransition
            made.startTransition = (...next) => {
              const shown = show(...next)
              setTimeout(letGo)
              return shown
            }
            await made.navigate({ to: '/login' })
          }
          void leave()
          return end
        }
      },
    })
  })

for (const from of ['/', '/products/rings', '/products/round-brilliant-solitaire-ring'])
  test(
    `who leaves ${from} while only its frame is awake comes to the next page, and nothing goes wrong`,
    { tag: from === '/' ? [] : inLongForm },
    async ({ shopper: page }) => {
      await leaveHalfAwake(page)
      await page.goto(from)
      await expect(page).toHaveURL('/login')
      await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible()
    },
  )
