import { hkdfSync } from 'node:crypto'

/** A key for one purpose only, so that what is made for one is worth nothing for another. */
export function derivedKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `damson ${purpose}`, 32))
}
