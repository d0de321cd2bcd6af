import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { wakeAsShown } from '../../tools/wakeAsShown.ts'

const hooks = join(process.cwd(), 'node_modules/@tanstack/react-store/dist/useSelector.js')

/** Builds a page that uses this, with the libraries' own code or with the given `useSelector`. */
async function built(entry: string, useSelector?: string) {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? '\0entry' : undefined),
        load: (id) => (id === '\0entry' ? entry : id === hooks ? useSelector : undefined),
      },
      wakeAsShown(),
    ],
    build: { write: false, minify: false, rolldownOptions: { input: 'entry' } },
  })
  return JSON.stringify(made)
}

const usingIt = "import { useSelector } from '@tanstack/react-store'; console.log(useSelector)"

describe('what a page shows as it wakes', () => {
  it('is what the router’s hooks of the installed release take', async () => {
    expect(await built(usingIt)).toContain('getSnapshot, source.shown ?? getSnapshot,')
  })

  it('ends the build where the library asks its store in another way', async () => {
    await expect(built(usingIt, 'export const useSelector = (source) => source.get()')).rejects.toThrow(
      'does not have exactly one',
    )
  })

  it('ends the build where the router goes without the library', async () => {
    await expect(built('console.log(1)')).rejects.toThrow('No module is')
  })
})
