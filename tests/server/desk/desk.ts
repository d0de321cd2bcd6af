import { parseCommand } from '#server/desk/arguments.ts'
import { Refusal, WrongUse } from '#server/desk/command.ts'
import { runCommand } from '#server/desk/run.ts'
import { testGateway } from '#server/payments/testGateway.ts'
import type { Shop } from '#tests/support/shop.ts'

export type Said = { code: 0 | 1 | 2; text: string; file?: { path: string; content: string } | undefined }

/** What the desk says to these words, on this shop's own database, and the exit code it would end with. */
export async function desk(shop: Shop, ...words: string[]): Promise<Said> {
  try {
    const parsed = parseCommand(words)
    if (parsed.kind === 'help') return { code: 0, text: parsed.text }
    const input = await parsed.command.prepare(parsed.typed)
    // As it crosses the socket.
    const call = JSON.parse(JSON.stringify({ name: parsed.command.name, input }))
    const log = { error: () => {}, warn: () => {} }
    const services = {
      db: shop.db,
      config: shop.config,
      clock: () => new Date(),
      gateway: testGateway(),
      log,
    }
    const answer = await runCommand(services, call)
    return answer.isDone ? { code: 0, text: answer.text, file: answer.file } : { code: 1, text: answer.text }
  } catch (error) {
    if (error instanceof WrongUse) return { code: 2, text: error.message }
    if (error instanceof Refusal) return { code: 1, text: error.message }
    throw error
  }
}
