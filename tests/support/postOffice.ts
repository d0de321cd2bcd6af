import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { readEml } from '#tests/server/mail/eml.ts'
import { openPort } from './openPort.ts'

export type PostOffice = Awaited<ReturnType<typeof openPostOffice>>

/** A real mail server that records what it accepts, and refuses what it is told to; `more` is what else it does. */
export async function openPostOffice(more: SMTPServerOptions = {}) {
  const taken: ReturnType<typeof readEml>[] = []
  const state: { refusal: { code: number; message: string } | null; onTaken: () => Promise<void> } = {
    refusal: null,
    onTaken: async () => {},
  }
  let tell = () => {}
  const answer = async (done: () => void) => {
    await state.onTaken()
    done()
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...more,
    onData: (stream, _session, done) => {
      let raw = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => (raw += chunk))
      stream.once('end', () => {
        const { refusal } = state
        if (refusal !== null) {
          done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }))
          return
        }
        taken.push(readEml(raw.replaceAll('\r\n', '\n')))
        tell()
        void answer(done)
      })
    },
  })
  // A shop that is killed hangs up in the middle of a word.
  server.on('error', () => {})
  return {
    url: `smtp://127.0.0.1:${await openPort(server.server)}`,
    taken,
    subjects: () => taken.map(({ headers }) => headers.get('subject') ?? ''),
    refuse: (refusal: { code: number; message: string } | null) => (state.refusal = refusal),
    /** Runs this on the next emails before it says that they were accepted. */
    beforeTaking: (does: () => Promise<void>) => (state.onTaken = does),
    /** Waits until an email with this subject has arrived. */
    arrived: async (subject: string): Promise<void> => {
      while (!taken.some(({ headers }) => headers.get('subject') === subject))
        await new Promise<void>((resolve) => (tell = resolve))
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
