/** Loads the page again where the shopper is, with all that is typed and not secret. */
export async function reloadPage(): Promise<void> {
  await import('./place.ts').then(
    ({ keepPlace }) => keepPlace(),
    // Without that code the shopper is taken to the top of the page.
    () => undefined,
  )
  location.reload()
}
