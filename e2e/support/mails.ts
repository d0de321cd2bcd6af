import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { readEml } from '#tests/server/mail/eml.ts'
import { dataDirOf } from './dataDir.ts'

/** The link that begins so in the newest mail to somebody which has one, as an address within the shop. */
export async function linkMailed(baseURL: string | undefined, email: string, path: string): Promise<string> {
  const outbox = join(dataDirOf(Number(new URL(baseURL ?? '').port)), 'outbox')
  const links = () =>
    (existsSync(outbox) ? readdirSync(outbox) : [])
      .filter((file) => file.endsWith('.eml'))
      .toSorted()
      .map((file) => readEml(readFileSync(join(outbox, file), 'utf8')))
      .filter(({ headers, text }) => headers.get('to') === email && text.includes(path))
      .map(({ text }) => text.slice(text.indexOf(path)).split(/\s/)[0] ?? '')
  await expect.poll(() => links().length).toBeGreaterThan(0)
  return links().at(-1) ?? ''
}
