/** The largest size of each picture that has loaded in this visit, by its address without a size. */
const shown = new Map<string, { address: string; width: number }>()
let isWatching = false

/** The address of a picture in a size that was shown already, if there is one. */
export function shownOf(src: string): string | undefined {
  if (!isWatching) lookAround()
  return shown.get(nameOf(new URL(src, location.href).href))?.address
}

/** From now on records the pictures shown. */
export function watchPictures() {
  if (isWatching) return
  isWatching = true
  lookAround()
  document.addEventListener('load', ({ target }) => target instanceof HTMLImageElement && note(target), true)
}

function lookAround() {
  for (const picture of document.images) if (picture.complete && picture.naturalWidth > 0) note(picture)
}

function note({ currentSrc: address }: HTMLImageElement) {
  const name = nameOf(address)
  const width = Number(new URL(address).searchParams.get('w'))
  if (width >= (shown.get(name)?.width ?? 0)) shown.set(name, { address, width })
}

const nameOf = (address: string) => address.split('?')[0] ?? address
