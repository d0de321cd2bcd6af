/** Runs it when the browser is idle, within two seconds at the latest. */
export const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2_000 })
  else setTimeout(run, 50)
}
