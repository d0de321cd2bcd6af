import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { readEml } from '#tests/server/mail/eml.ts'
import { dataDirOf } from './dataDir.ts'

/** The links with this path in this folder's emails to somebody, oldest first, as addresses within the shop. */
export const linksIn = (outbox: string, email: string, path: string): string[] =>
  (existsSync(outbox) ? readdirSync(outbox) : [])
    .filter((file) => file.endsWith('.eml'))
    .toSorted()
    .map((file) => readEml(readFileSync(join(outbox, file), 'utf8')))
    .filter(({ headers, text }) => headers.get('to') === email && text.includes(path))
    .map(({ text }) => text.slice(text.indexOf(path)).split(/\s/)[0] ?? '')

/** The latest of them from the shop that the tests visit, once it is there. */
export async function linkMailed(baseURL: string | undefined, email: string, path: string): Promise<string> {
  const outbox = join(dataDirOf(Number(new URL(baseURL ?? '').port)), 'outbox')
  const links = () => linksIn(outbox, email, path)
  await expect.poll(() => links().length).toBeGreaterThan(0)
  return links().at(-1) ?? ''
}
