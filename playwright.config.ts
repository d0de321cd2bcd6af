import { defineConfig, devices } from '@playwright/test'
import { e2ePort } from './e2e/support/dataDir.ts'
import { anyScreen } from './e2e/support/screens.ts'
import { launchOptions } from './tools/browser.ts'

/**
 * What the size of the screen changes little of is shown on one: these files, and in others the tests that are marked
 * `anyScreen`. How all pages look on both: `looks` and `themes`.
 */
const onPhoneOnly = [
  'account',
  'checkout',
  'firstView',
  'guides',
  'landscape',
  'network',
  'prepared',
  'scriptless',
  'signing',
  'social',
  'waking',
  'wishlist',
]
const onDesktopOnly = ['buying', 'orders']
const files = (names: readonly string[]) => names.map((name) => `${name}.spec.ts`)

const light = { launchOptions: launchOptions({ light: true }) }
const whole = { launchOptions: launchOptions() }

/** With browsers of their own, which keep what they learn: `e2e/support/offline.ts`. */
const ofTheWorker = ['offline/**', 'updates/**']
const keeping = {
  // A browser and a shop are started and killed in these, several times over: on a busy machine that takes a while.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  use: { serviceWorkers: 'allow', viewport: { width: 1280, height: 800 } },
} as const

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  forbidOnly: true,
  fullyParallel: true,
  // On two cores: much of what a test waits for is not the processor. With two at a time all of them take a tenth longer.
  workers: 3,
  // What goes well takes a fraction of it; on a busy machine that is a multiple.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://127.0.0.1:${e2ePort}`,
    locale: 'en-GB',
    // A worker would answer from its cache what these tests mean to ask the server.
    serviceWorkers: 'block',
    // What moves is asked for by the test that is about it.
    contextOptions: { reducedMotion: 'reduce' },
    // What a failure needs to be understood; `--trace on` shows every step of one test.
    screenshot: 'only-on-failure',
    ...light,
  },
  projects: [
    { name: 'phone', testIgnore: [...ofTheWorker, ...files(onDesktopOnly)], use: { ...devices['Pixel 7'] } },
    {
      name: 'desktop',
      testIgnore: [...ofTheWorker, ...files(onPhoneOnly)],
      grepInvert: new RegExp(anyScreen),
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    { name: 'offline', testMatch: 'offline/**', ...keeping, use: { ...keeping.use, ...light } },
    { name: 'updates', testMatch: 'updates/**', ...keeping, use: { ...keeping.use, ...whole } },
  ],
  webServer: {
    command: 'node e2e/support/serve.ts',
    url: `http://127.0.0.1:${e2ePort}/api/v1/health/`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
