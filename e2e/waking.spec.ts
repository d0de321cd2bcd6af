import type { AnyRouter } from '@tanstack/react-router'
import { type Page, expect } from '@playwright/test'
import { awake, test } from './support/shopper.ts'
import { anyScreen, inLongForm } from './support/screens.ts'

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

/** Once, on the next document: the shopper steps back when the router is there, and React has not begun to listen. */
const stepBackHalfAwake = (page: Page) =>
  page.addInitScript(() => {
    if (sessionStorage.getItem('stepped') !== null) return
    const kept: (() => void)[] = []
    const post = Reflect.get(MessagePort.prototype, 'postMessage')
    let router: AnyRouter | undefined
    Object.defineProperty(window, '__TSR_ROUTER__', {
      configurable: true,
      get: () => router,
      set(made: AnyRouter) {
        router = made
        sessionStorage.setItem('stepped', 'once')
        MessagePort.prototype.postMessage = function (this: MessagePort, ...message: unknown[]) {
          kept.push(() => void Reflect.apply(post, this, message))
        }
        const load = made.load.bind(made)
        made.load = async (...options) => {
          await load(...options)
          addEventListener('popstate', () => {
            MessagePort.prototype.postMessage = post
            setTimeout(() => {
              for (const send of kept.splice(0)) send()
            })
          })
          history.back()
        }
      },
    })
  })

test(
  'who steps back while the page is waking comes to the page before, and to no other under its address',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    const listing = '/products/rings?material=Platinum'
    const title = page.getByRole('main').getByRole('heading', { level: 1 })
    await page.goto(listing)
    await awake(page)
    await page.getByRole('main').getByRole('article').first().getByRole('link').first().click()
    await expect(page).not.toHaveURL(listing)
    const piece = new URL(page.url()).pathname
    await awake(page)
    const pieceTitle = await title.innerText()
    await stepBackHalfAwake(page)
    await page.reload({ waitUntil: 'commit' })
    await expect(page).toHaveURL(listing)
    await expect(title).toHaveText('Rings')
    await awake(page)
    await page.goForward()
    await expect(title).toHaveText(pieceTitle)
    await expect(page).toHaveURL(piece)
  },
)
