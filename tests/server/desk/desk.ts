import { expect } from 'vitest'
import { parseCommand } from '#server/desk/arguments.ts'
import { type NewFile, Refusal, WrongUse } from '#server/desk/command.ts'
import { runCommand } from '#server/desk/run.ts'
import type { Shop } from '#tests/support/shop.ts'

export type Said = { code: 0 | 1 | 2; text: string; files?: readonly NewFile[] }

/** The desk's answer to these words, on this shop's own database, and the exit code it would end with. */
export async function desk(shop: Shop, ...words: string[]): Promise<Said> {
  try {
    const parsed = parseCommand(words)
    if (parsed.kind === 'help') return { code: 0, text: parsed.text }
    if ('alone' in parsed.command) throw new Error('This one is tried on the program itself')
    const gathered = await parsed.command.prepare(parsed.typed)
    const files: NewFile[] = []
    const log = { error: () => {}, warn: () => {} }
    const services = {
      db: shop.db,
      config: shop.config,
      clock: () => new Date(),
      gateway: shop.gateway,
      log,
    }
    let text = ''
    for (const turn of parsed.command.inTurns?.(gathered) ?? [gathered]) {
      for (let input: unknown = turn; input !== undefined;) {
        // Serialised as on the socket.
        const call = JSON.stringify({ name: parsed.command.name, input })
        // One string, which an open shop has to hold in memory and whose length is limited.
        expect(call.length).toBeLessThan(8_000_000)
        const answer = await runCommand(services, JSON.parse(call))
        if (!answer.isDone) return { code: 1, text: answer.text }
        files.push(...(answer.files ?? []))
        text = answer.text
        input = answer.next
      }
    }
    return { code: 0, text, ...(files.length > 0 && { files }) }
  } catch (error) {
    if (error instanceof WrongUse) return { code: 2, text: error.message }
    if (error instanceof Refusal) return { code: 1, text: error.message }
    throw error
  }
}
