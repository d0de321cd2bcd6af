import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { configDefaults, defineConfig } from 'vitest/config'

const isLong = (process.env['LONG'] ?? '') !== ''

// What needs a disk of its own, or minutes: `npm run test:long`.
const others = [...configDefaults.exclude, ...(isLong ? [] : ['tests/**/*.long.test.ts'])]
/** One counts calls to a module that must not have been loaded before; one replaces Node's globals with a browser's. */
const alone = ['tests/server/auth/enumeration.test.ts', 'tests/server/pages/hostileContent.test.ts']

export default defineConfig({
  // Compiled separately, as for a page, a style file sometimes fails on helpers that only other style files import.
  plugins: [vanillaExtractPlugin({ unstable_mode: 'transform' })],
  test: {
    globalSetup: ['tests/support/globalSetup.ts'],
    // Each file brings its own database; more of them at once than cores only makes all of them slow.
    maxWorkers: 2,
    // In the short form few databases run long enough to regain the time spent on optimising their WebAssembly.
    execArgv: isLong ? [] : ['--liftoff-only'],
    // These only end what hangs: on a busy machine the start of a server alone may take half a minute.
    testTimeout: isLong ? 3_600_000 : 600_000,
    hookTimeout: 600_000,
    projects: [
      // The server is loaded once for many files, as it is for many shoppers: each file opens a shop of its own with it.
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: [...others, ...alone],
          isolate: false,
        },
      },
      // These replace a browser's globals, each in its own way.
      {
        test: {
          name: 'others',
          setupFiles: ['tests/support/jsdom.ts'],
          include: ['tests/*.test.ts', 'tests/!(server)/**/*.test.{ts,tsx}', ...alone],
          exclude: others,
        },
      },
    ],
  },
})
