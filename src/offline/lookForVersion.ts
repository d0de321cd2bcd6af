/** Has the browser look for a new version of the shop now, which is then offered as any. Never rejects. */
export async function lookForVersion(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await (await navigator.serviceWorker.getRegistration())?.update()
  } catch {
    // It is looked for again later (`worker.ts`).
  }
}
