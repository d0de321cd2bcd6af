import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { playwrightFailures, vitestFailures } from '../../tools/testFailures.ts'

const exec = promisify(execFile)

/** A runner's report on test files like these, which are inside the project so that the runner is found. */
async function reportOf(command: string, args: string[], files: Record<string, string>): Promise<unknown> {
  const folder = resolve('node_modules', '.cache', `failures-${process.pid}-${command}`)
  await mkdir(folder, { recursive: true })
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const report = join(folder, 'report.json')
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  // Either exits with 1, because of the failures: what it says about them is in the report.
  await exec(
    join('node_modules', '.bin', command),
    args.map((arg) => arg.replace('FOLDER', folder)),
    {
      env,
    },
  ).catch(() => undefined)
  const read: unknown = JSON.parse(await readFile(report, 'utf8'))
  return read
}

test('each failure of vitest is told with its file, its name and its reason', async () => {
  const report = await reportOf(
    'vitest',
    ['run', '--root=FOLDER', '--config=vitest.config.mjs', '--reporter=json', '--outputFile=report.json'],
    {
      'vitest.config.mjs': 'export default { test: { include: ["*.test.mjs"] } }',
      'sums.test.mjs': `import { expect, test } from 'vitest'
        test('one is one', () => expect(1).toBe(1))
        test('one is two', () => expect(1).toBe(2))`,
      'broken.test.mjs': `throw new Error('cannot be loaded')`,
    },
  )

  const failures = vitestFailures(report)
  expect(failures).toHaveLength(2)
  expect(failures.join('\n')).toMatch(/sums\.test\.mjs › one is two\nAssertionError: expected 1 to be 2/)
  expect(failures.join('\n')).toMatch(/broken\.test\.mjs\n.*cannot be loaded/)
})

test('each failure of Playwright is told with its browser, place, name and reason', async () => {
  const report = await reportOf(
    'playwright',
    ['test', '--config=FOLDER/playwright.config.mjs', '--reporter=json'],
    {
      'playwright.config.mjs': `export default { testMatch: '*.spec.mjs', projects: [{ name: 'phone' }] }`,
      'sums.spec.mjs': `import { expect, test } from '@playwright/test'
      test('one is one', () => expect(1).toBe(1))
      test.describe('deeper', () => {
        test('one is two', () => expect(1).toBe(2))
      })`,
    },
  )

  const failures = playwrightFailures(report)
  expect(failures).toHaveLength(1)
  expect(failures[0]).toMatch(/^\[phone\] sums\.spec\.mjs:4 › one is two\nError: expect\(received\)/)
  expect(failures[0]).not.toContain('\u001B')
})
