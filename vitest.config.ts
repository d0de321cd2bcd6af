import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { configDefaults, defineConfig } from 'vitest/config'

const isLong = (process.env['LONG'] ?? '') !== ''

export default defineConfig({
  // Compiled apart, as for a page, a style file fails now and then on helpers that only other style files import.
  plugins: [vanillaExtractPlugin({ unstable_mode: 'transform' })],
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    // What needs a disk of its own, or minutes: `npm run test:long`.
    exclude: [...configDefaults.exclude, ...(isLong ? [] : ['tests/**/*.long.test.ts'])],
    globalSetup: ['tests/support/globalSetup.ts'],
    // Each file brings its own database; more of them at once than cores only makes all of them slow.
    maxWorkers: 2,
    // In the short form few databases live long enough to win back the time in which their WebAssembly is compiled better.
    execArgv: isLong ? [] : ['--liftoff-only'],
    // These end what hangs, and nothing else: on a busy machine the start of a server alone may take half a minute.
    testTimeout: isLong ? 3_600_000 : 600_000,
    hookTimeout: 600_000,
  },
})
