/** All addresses of the shop's own pictures begin so. */
const root = '/pictures/'

/** A picture by its name in the shop, whichever version of it, as the catalogue's files have it: `/pictures/rings/oval-1`. */
export const picturePath = (name: string): string => `${root}${name}`

/**
 * The address of the picture of this name with this content: `/pictures/rings/oval-1?v=1a2b3c4d`. A changed picture gets
 * another address, so that each may be kept for ever. `&w=` asks for a width.
 */
export const versionedAddress = (name: string, hash: string): string => `${picturePath(name)}?v=${hash}`

/** The path in an address, whose end only says which version it is. */
export const withoutVersion = (address: string): string => address.replace(/\?v=[0-9a-f]+$/, '')

/** Whether a file means a picture of the shop, and none of its own. */
export const isPicturePath = (reference: string): boolean => reference.startsWith(root)

/** The name in a picture's path; null in any other. */
export const pictureName = (path: string): string | null =>
  isPicturePath(path) && !path.includes('?') ? path.slice(root.length) : null
