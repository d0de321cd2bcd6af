import { stringify } from 'csv-stringify/sync'
import * as v from 'valibot'
import { counted } from '#contract/counted.ts'
import { isFormula } from '#contract/newsletter.ts'
import { newsletterLink } from '../newsletter/links.ts'
import { readers } from '../newsletter/store.ts'
import { command, named } from './command.ts'
import { typedPath } from './typedFile.ts'

const fileExpected = 'Please name a file that ends in .csv.'

export const newsletterCommand = command({
  name: 'newsletter export',
  usage: 'FILE.csv',
  summary: 'Writes the newsletter’s readers to a file: address, since when, and the link to unsubscribe.',
  notes: [
    'Only those who have confirmed. Each newsletter must contain its reader’s own link, as the privacy policy promises.',
    'Write a new file for each, and delete it afterwards, so that nobody who has unsubscribed gets another.',
    'An address that a spreadsheet would take for a formula is left out, and named here instead.',
  ],
  examples: ['readers.csv'],
  input: v.object({ path: v.pipe(v.string(fileExpected), v.endsWith('.csv', fileExpected)) }),
  read: (typed) => {
    const { file } = named(typed, 'file')
    return { path: file === undefined ? undefined : typedPath(file) }
  },
  work: async ({ db, config }, { path }) => {
    const found = await readers(db)
    // Nobody can sign up with one any more. An apostrophe in front, as elsewhere, would be taken for part of the address.
    const leftOut = found.filter(({ email }) => isFormula(email)).map(({ email }) => email)
    const written = found.filter(({ email }) => !isFormula(email))
    const rows = written.map(({ email, confirmed_at, unsubscribe_token }) => ({
      email,
      confirmed_at: confirmed_at.toISOString(),
      leave: newsletterLink(config, 'unsubscribe', unsubscribe_token),
    }))
    const content = stringify(rows, {
      header: true,
      columns: ['email', 'confirmed_at', 'leave'],
      bom: true,
      record_delimiter: 'windows',
    })
    const warning =
      leftOut.length === 0
        ? []
        : [`Left out, because a spreadsheet would take it for a formula: ${leftOut.join(', ')}`]
    return {
      text: [`${counted(rows.length, 'reader')} written to ${path}.`, ...warning].join('\n'),
      files: [{ path, content, isPrivate: true }],
    }
  },
})
