import { defineConfig, devices } from '@playwright/test'
import { e2ePort } from './e2e/support/dataDir.ts'
import { anyScreen, inLongForm, wideInLongForm, wideScreen } from './e2e/support/screens.ts'
import { isLong } from './tests/support/rounds.ts'
import { launchOptions } from './tools/browser.ts'

/**
 * Tests whose result hardly depends on the screen size run on one screen: these files, and in others the tests marked
 * `anyScreen`. `looks`, `letters` and `themes` test how all pages look on both.
 */
const onPhoneOnly = [
  'account',
  'checkout',
  'firstView',
  'guides',
  'landscape',
  'network',
  'prepared',
  'refused',
  'scriptless',
  'signing',
  'social',
  'waking',
  'wishlist',
]
const onDesktopOnly = ['buying', 'orders', 'ownPieces', 'translated']
/** In the long form only what the short one leaves out, or it would say for an hour what every run says. */
const onScreen = (elsewhere: string, ...left: readonly string[]) =>
  isLong
    ? { grep: new RegExp(left.join('|')), grepInvert: new RegExp(elsewhere) }
    : { grepInvert: new RegExp([elsewhere, ...left].join('|')) }
const files = (names: readonly string[]) => names.map((name) => `${name}.spec.ts`)

const light = { launchOptions: launchOptions({ light: true }) }
const whole = { launchOptions: launchOptions() }

/** These have browsers of their own, which keep their storage: `e2e/support/offline.ts`. */
const ofTheWorker = ['offline/**', 'updates/**']
const keeping = {
  ...(!isLong && { grepInvert: new RegExp(inLongForm) }),
  // These start and kill a browser and a shop several times over: on a busy machine that takes a while.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  use: { serviceWorkers: 'allow', viewport: { width: 1280, height: 800 } },
} as const

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  forbidOnly: true,
  fullyParallel: true,
  // For two cores: much of the time a test does not wait for the processor. With two workers all of them take a tenth
  // longer.
  workers: 3,
  // A test that passes takes a fraction of this, or several times as much on a busy machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://127.0.0.1:${e2ePort}`,
    locale: 'en-GB',
    // A worker would answer from its cache what these tests mean to ask the server.
    serviceWorkers: 'block',
    // A test of motion turns it on itself.
    contextOptions: { reducedMotion: 'reduce' },
    // Enough to understand a failure; `--trace on` records every step of one test.
    screenshot: 'only-on-failure',
    ...light,
  },
  projects: [
    // The longest first: what is left for the end is short, and keeps every worker busy.
    { name: 'updates', testMatch: 'updates/**', ...keeping, use: { ...keeping.use, ...whole } },
    {
      name: 'offline',
      testMatch: 'offline/**',
      ...keeping,
      use: { ...keeping.use, ...light },
    },
    {
      name: 'phone',
      testIgnore: [...ofTheWorker, ...files(onDesktopOnly)],
      ...onScreen(wideScreen, inLongForm),
      // Its 2.6 pixels for each one across make seven to draw: a tenth of the time a test takes, or more. What depends on
      // them asks for them: `asFineAsItsKind`.
      use: { ...devices['Pixel 7'], deviceScaleFactor: 1 },
    },
    {
      name: 'desktop',
      testIgnore: [...ofTheWorker, ...files(onPhoneOnly)],
      ...onScreen(anyScreen, inLongForm, wideInLongForm),
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
  ],
  webServer: {
    command: 'node --import ./tools/quickStart.mjs e2e/support/serve.ts',
    url: `http://127.0.0.1:${e2ePort}/api/v1/health/`,
    // It may have to be built first.
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
