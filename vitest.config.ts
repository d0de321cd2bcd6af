import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { configDefaults, defineConfig } from 'vitest/config'

// Whatever is set around it, as in many containers: React for production has no `act`.
process.env['NODE_ENV'] = 'test'

const isLong = (process.env['LONG'] ?? '') !== ''

// What needs a disk of its own, or minutes: `npm run test:long`.
const others = [...configDefaults.exclude, ...(isLong ? [] : ['tests/**/*.long.test.ts'])]
/** One counts calls to a module that must not have been loaded before; one replaces Node's globals with a browser's. */
const alone = ['tests/server/auth/enumeration.test.ts', 'tests/server/pages/hostileContent.test.ts']

/** Of what runs in a browser, the tests that have a server, too, or replace what a window inside Node's keeps to itself. */
const needsProcess = [
  'tests/src/boot.test.ts',
  'tests/src/features/cartOffline.test.ts',
  'tests/src/features/passwordUnheard.test.tsx',
  'tests/src/features/wishlistFull.test.ts',
  'tests/src/lib/http.test.ts',
  'tests/src/offline/lostCode.test.ts',
  'tests/src/routes/buyAgain.test.ts',
  'tests/src/shell/errorPage.test.tsx',
  'tests/src/shell/vitals.test.ts',
]
// In the short form few databases run long enough to regain the time spent on optimising their WebAssembly.
const execArgv = isLong ? [] : ['--liftoff-only']
const setupFiles = ['tests/support/jsdom.ts']

export default defineConfig({
  // Compiled separately, as for a page, a style file sometimes fails on helpers that only other style files import.
  plugins: [vanillaExtractPlugin({ unstable_mode: 'transform' })],
  test: {
    globalSetup: ['tests/support/globalSetup.ts'],
    // Each file brings its own database; more of them at once than cores only makes all of them slow.
    maxWorkers: 2,
    // These only end what hangs: on a busy machine the start of a server alone may take half a minute.
    testTimeout: isLong ? 3_600_000 : 600_000,
    hookTimeout: 600_000,
    projects: [
      // The server is loaded once for many files, as it is for many shoppers: each file opens a shop of its own with it.
      {
        test: {
          name: 'server',
          execArgv,
          include: ['tests/server/**/*.test.ts'],
          exclude: [...others, ...alone],
          isolate: false,
        },
      },
      // Each file has a window of its own, and all of a thread the code that windows are made of: to start a process and
      // load that took longer than most of these tests.
      {
        test: {
          name: 'browser',
          pool: 'vmThreads',
          setupFiles,
          include: ['tests/src/**/*.test.{ts,tsx}'],
          exclude: [...others, ...needsProcess],
        },
      },
      {
        test: {
          name: 'others',
          execArgv,
          setupFiles,
          include: ['tests/*.test.ts', 'tests/!(server|src)/**/*.test.{ts,tsx}', ...alone, ...needsProcess],
          exclude: others,
        },
      },
    ],
  },
})
