import { hkdfSync } from 'node:crypto'

/** Derives a key for one purpose only, so that what is made with it is worthless for any other. */
export function derivedKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `damson ${purpose}`, 32))
}
