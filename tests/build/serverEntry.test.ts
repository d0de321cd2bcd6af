import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serverFolder } from '#server/pages/folders.ts'

test('pages are made by libraries in the form for use, wherever the shop runs and whatever its NODE_ENV', () => {
  const folder = mkdtempSync(join(tmpdir(), 'damson-entry-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(serverFolder, folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const files = globSync('**/*.js', { cwd: folder })
  expect(files.length).toBeGreaterThan(1)
  for (const file of files) {
    expect(readFileSync(join(folder, file), 'utf8'), file).not.toContain('process.env.NODE_ENV')
  }
  // The entry is alone here, so that it could load no library.
  const script = `const { leadsSomewhere } = await import('./server-entry.js')
    process.stdout.write(String(leadsSomewhere('/products/rings')), () => process.exit())`
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    env: {},
  })
  expect(said.toString()).toBe('true')
})
