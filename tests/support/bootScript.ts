import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientFolder } from '#server/pages/folders.ts'
import { readAssets } from '#server/pages/renderer.ts'

/** The script of the build that is inline in pages. */
export const bootScript = await readFile(join(clientFolder, (await readAssets()).boot), 'utf8')

/** As a policy has it: the shop's own files, and that script. */
export const ownScripts = `'self' 'sha256-${createHash('sha256').update(bootScript).digest('base64')}'`
