import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { hasCode } from '#server/process/failure.ts'
import { readEml } from '#tests/server/mail/eml.ts'
import { dataDirOf } from './dataDir.ts'

/** All emails in this folder, oldest first. Of an account that is deleted meanwhile they may go as they are read. */
export const mailsIn = (outbox: string) =>
  (existsSync(outbox) ? readdirSync(outbox) : [])
    .filter((file) => file.endsWith('.eml'))
    .toSorted()
    .flatMap((file) => {
      try {
        return [readEml(readFileSync(join(outbox, file), 'utf8'))]
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return []
        throw error
      }
    })

/** The links with this path in this folder's emails to somebody, oldest first, as addresses within the shop. */
export const linksIn = (outbox: string, email: string, path: string): string[] =>
  mailsIn(outbox)
    .filter(({ headers, text }) => headers.get('to') === email && text.includes(path))
    .map(({ text }) => text.slice(text.indexOf(path)).split(/\s/)[0] ?? '')

/** The latest of them from the shop that the tests visit, once it is there. */
export async function linkMailed(baseURL: string | undefined, email: string, path: string): Promise<string> {
  const outbox = join(dataDirOf(Number(new URL(baseURL ?? '').port)), 'outbox')
  const links = () => linksIn(outbox, email, path)
  await expect.poll(() => links().length).toBeGreaterThan(0)
  return links().at(-1) ?? ''
}
