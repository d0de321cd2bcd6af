import { type Page, type Request, expect } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'
import { carouselAutoplay, carouselSpeed } from '#contract/constants.ts'
import { fingersOn, placeOf } from './support/fingers.ts'
import { anyScreen, wideInLongForm } from './support/screens.ts'
import { awake, isPhone, settled, test } from './support/shopper.ts'

test.describe('the carousel', () => {
  const dots = (page: Page) => page.getByRole('group', { name: 'Choose a slide' }).getByRole('button')
  const expectSlide = (page: Page, index: number) =>
    expect(dots(page).nth(index)).toHaveAttribute('aria-current', 'true')
  /**
   * Stops the clock from now on; time passes only on demand, and never during a call: it would time out and be taken
   * for a lost connection.
   */
  async function stopClock(page: Page) {
    const calls = new Set<Request>()
    const ended = (request: Request) => void calls.delete(request)
    page.on('request', (request) => request.url().includes(apiRoot) && calls.add(request))
    page.on('requestfinished', ended).on('requestfailed', ended)
    // From a while ago on: a page that takes longer than the leap to hear of it cannot be put back.
    await page.clock.install({ time: Date.now() - 30_000 })
    await page.clock.pauseAt(Date.now() + 1_000)
    const pass = async (milliseconds: number) => {
      await expect.poll(() => calls.size).toBe(0)
      // A call that begins within the leap times out all the same. A typed password keeps the page from reloading.
      await page.evaluate(() => {
        if (document.querySelector('body > input')) return
        const field = Object.assign(document.createElement('input'), { type: 'password', value: 'typed' })
        field.setAttribute('aria-label', 'Keeps the page')
        field.style.position = 'fixed'
        document.body.append(field)
      })
      await page.clock.runFor(milliseconds)
      // What that started takes a while: a slide appears when its picture has been decoded.
      await page.evaluate(async () => {
        const pictures = document.querySelectorAll<HTMLImageElement>('[aria-roledescription=carousel] img')
        await Promise.allSettled([...pictures].map((picture) => picture.decode()))
      })
      await settled(page)
    }
    /** Lets pass, bit by bit, the little time in which scripts take turns, until this is so. */
    const dealUntil = (isSo: () => boolean | Promise<boolean>) =>
      expect
        .poll(
          async () => {
            await page.clock.runFor(1)
            return isSo()
          },
          { intervals: [20] },
        )
        .toBe(true)
    return {
      /** The shop has started, and nobody has moved. */
      started: () =>
        dealUntil(() =>
          page.evaluate(() =>
            [...document.querySelectorAll('#root')].some((root) =>
              Object.keys(root).some((key) => key.startsWith('__reactContainer')),
            ),
          ),
        ),
      /** The page has hydrated: see `awake`. */
      awaken: async () => {
        let isAwake = false
        const waking = awake(page).then(() => (isAwake = true))
        await dealUntil(() => isAwake)
        await waking
      },
      /** Lets time pass until this slide is shown: only the page knows from when on the slides move. */
      passUntilSlide: (index: number) =>
        expect
          .poll(
            async () => {
              await pass(carouselSpeed)
              return dots(page).nth(index).getAttribute('aria-current')
            },
            { intervals: [20] },
          )
          .toBe('true'),
      /** Looked at after each turn: slides that went round would be back where they were. */
      expectToStayAt: async (index: number) => {
        for (let turn = 0; turn < 3; turn++) {
          await pass(carouselAutoplay)
          await expectSlide(page, index)
        }
      },
    }
  }
  /** From now on: which of the slides' pictures, and of the slider's code, are fetched. */
  const watchFetches = (page: Page) => {
    const fetched = new Set<string>()
    page.on('request', (request) => {
      const [, part] = /\/(hero-\d|heroSlider)/.exec(request.url()) ?? []
      if (part !== undefined) fetched.add(part)
    })
    return fetched
  }

  test.describe('where motion is welcome', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } })

    test(
      'waits for somebody to be there, then moves on by itself until it is paused',
      { tag: anyScreen },
      async ({ shopper: page }) => {
        const fetched = watchFetches(page)
        const { started, awaken, expectToStayAt, passUntilSlide } = await stopClock(page)
        await page.goto('/')
        await expect(page.getByRole('button', { name: 'Pause the slides' })).toBeVisible()
        await started()
        await settled(page)
        await expectToStayAt(0)
        expect([...fetched]).toEqual(['hero-1'])

        await awaken()
        await passUntilSlide(1)
        // Each picture is fetched when it is due, no sooner.
        expect([...fetched]).not.toContain('hero-4')
        const pause = page.getByRole('button', { name: 'Pause the slides' })
        await pause.click()
        // With the pointer and the focus there they would stand still in any case.
        await page.mouse.move(1, 1)
        const play = page.getByRole('button', { name: 'Play the slides' })
        await play.blur()
        await expectToStayAt(1)

        // Pressed with a mouse it keeps the focus, and with a key the focus that is seen; it plays all the same.
        await play.click()
        await page.mouse.move(1, 1)
        await expect(pause).toBeFocused()
        await passUntilSlide(2)
        await pause.press('Enter')
        await expectToStayAt(2)
        await play.press('Enter')
        await passUntilSlide(3)
      },
    )

    test(
      'stands still while it is pointed at, focused or out of sight',
      { tag: wideInLongForm },
      async ({ shopper: page }) => {
        const { awaken, expectToStayAt, passUntilSlide } = await stopClock(page)
        await page.goto('/')
        await awaken()
        const carouselItself = page.getByRole('region', { name: 'Highlights' })
        if (!isPhone(page)) {
          await carouselItself.hover()
          await expectToStayAt(0)
          await page.mouse.move(1, 1)
        }
        await carouselItself.getByRole('link').first().focus()
        await expectToStayAt(0)
        await carouselItself.getByRole('link').first().blur()
        await page.evaluate(() =>
          scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
        )
        await expect(carouselItself).not.toBeInViewport()
        await expectToStayAt(0)
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
        await expect(carouselItself).toBeInViewport()
        await passUntilSlide(1)
      },
    )
  })

  test('shows its controls once all of it has come', { tag: anyScreen }, async ({ shopper: page }) => {
    const whole = await (await page.request.get('/')).text()
    const controls = page.getByRole('button', { name: /the slides$/, includeHidden: true })
    // With only a part of the page, its picture and the controls below it would visibly move while a slow connection
    // brings the rest.
    await page.route('/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: whole.slice(0, whole.indexOf('href="', whole.indexOf('swiper-wrapper'))),
      }),
    )
    await page.goto('/')
    await expect(controls).toBeAttached()
    await expect(controls).toBeHidden()
    await page.unroute('/')
    await page.goto('/')
    await expect(controls).toBeVisible()
  })

  test('stands still where motion is not welcome', { tag: anyScreen }, async ({ shopper: page }) => {
    const { awaken, expectToStayAt } = await stopClock(page)
    await page.goto('/')
    await awaken()
    await expectToStayAt(0)
    await expect(page.getByRole('button', { name: 'Play the slides' })).toBeVisible()
    await dots(page).nth(2).click()
    await expectSlide(page, 2)
  })

  test('is swiped, the first time too', { tag: anyScreen }, async ({ shopper: page }) => {
    await page.goto('/')
    await awake(page)
    const { x, middle, width } = await placeOf(
      page.getByRole('region', { name: 'Highlights' }).getByRole('img').first(),
    )
    const fingers = await fingersOn(page)
    // Over more than half the width even without the first step, which only starts it: so it counts at any speed.
    const swipe = (way: 1 | -1) =>
      fingers.draw({ x: x + (0.5 - 0.4 * way) * width, y: middle.y }, { x: 0.8 * way * width, y: 0 })
    await swipe(-1)
    await expectSlide(page, 1)
    await swipe(-1)
    await expectSlide(page, 2)
    await swipe(1)
    await expectSlide(page, 1)
  })

  test(
    'stands still, and fetches nothing ahead, where data is to be saved',
    { tag: anyScreen },
    async ({ shopper: page }) => {
      const fetched = watchFetches(page)
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      )
      await page.clock.install()
      await page.goto('/')
      await awake(page)
      await expect(page.getByRole('button', { name: 'Play the slides' })).toBeVisible()
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.getByRole('main').getByRole('link', { name: 'All jewellery' }).hover()
      await page.getByRole('main').getByRole('link', { name: 'All jewellery' }).focus()
      // Longer than any link, or slide, waits before it fetches something.
      await page.clock.runFor(4 * carouselAutoplay)
      await settled(page)
      expect(asked.filter((url) => url.includes('/api/'))).toEqual([])
      expect([...fetched]).toEqual(['hero-1'])
    },
  )
})
