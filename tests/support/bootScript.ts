import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { BuildAssets } from '#contract/page.ts'

/** The script of the build that is inline in pages. */
export function bootScript(): string {
  const { boot }: BuildAssets = JSON.parse(readFileSync('dist/server/assets.json', 'utf8'))
  return readFileSync(`dist/client/${boot}`, 'utf8')
}

/** As a policy has it: the shop's own files, and that script. */
export const ownScripts = (): string =>
  `'self' 'sha256-${createHash('sha256').update(bootScript()).digest('base64')}'`
