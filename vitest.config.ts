import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  // Compiled apart, as for a page, a style file fails now and then on helpers that only other style files import.
  plugins: [vanillaExtractPlugin({ unstable_mode: 'transform' })],
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    // What needs a disk of its own, or minutes: `npm run test:long`.
    exclude: [
      ...configDefaults.exclude,
      ...((process.env['LONG'] ?? '') === '' ? ['tests/**/*.long.test.ts'] : []),
    ],
    globalSetup: ['tests/support/globalSetup.ts'],
    // Each file brings its own database; more of them at once than cores only makes all of them slow.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
