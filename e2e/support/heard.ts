import { type Page, expect } from '@playwright/test'

/**
 * Hears every message of the shop from here on, over reloads: each stays for a few seconds, and may be gone before a
 * busy machine has looked for it. What appears while a dialog covers the page, no screen reader announces, then or
 * later: it was not heard. To be called once for a page.
 */
export async function hearing(page: Page) {
  const heard = new Set<string>()
  await page.exposeFunction('noteHeard', (text: string) => void heard.add(text))
  const listen = () => {
    const note: unknown = Reflect.get(window, 'noteHeard')
    const seen = new WeakMap<HTMLElement, string>()
    const look = () => {
      const isCovered = document.querySelector('dialog[open]') !== null
      for (const message of document.querySelectorAll<HTMLElement>('[aria-label=Messages] > li')) {
        const text = message.innerText
        if (!message.checkVisibility() || seen.get(message) === text) continue
        seen.set(message, text)
        if (!isCovered && typeof note === 'function') note(text)
      }
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  }
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return {
    /** Waits until it has been said. */
    expect: (text: string) => expect.poll(() => [...heard].join('\n'), 'what was said').toContain(text),
  }
}

/**
 * Waits for text that is shown only for moments, by checking in the page itself with each frame. To be called before
 * what causes it.
 */
export const willShow = (page: Page, words: string) =>
  page.waitForFunction((text) => document.body.innerText.includes(text), words)
