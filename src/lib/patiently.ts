/** Without a network, loading waits: code that cannot be loaded must not break the page. */
export const patiently = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(async () => {
    await new Promise<void>((resolve) => {
      const again = () => {
        window.removeEventListener('online', again)
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(again, 30_000)
      window.addEventListener('online', again)
    })
    return patiently(load)
  })
