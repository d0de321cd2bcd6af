import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Path of the Chromium to test with; undefined where Playwright's own is there or none is. */
export function installedBrowser(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && existsSync(named)) return named
  if (existsSync(chromium.executablePath())) return undefined
  return known.find((path) => existsSync(path))
}

/** Whether a browser is there, after trying to install one: Debian's through apt as root, else Playwright's own. */
export function ensureBrowser(): boolean {
  const isThere = () => existsSync(chromium.executablePath()) || installedBrowser() !== undefined
  if (isThere()) return true
  const run = (command: string, args: string[]) => spawnSync(command, args, { stdio: 'inherit' }).status === 0
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium…')
    if (run('apt-get', ['update', '-qq'])) {
      const install = (name: string) =>
        run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])
      install('chromium')
      // Older Debians have no package of the one without a window; it can be done without.
      install('chromium-headless-shell')
    }
  }
  if (!isThere()) run('npx', ['playwright', 'install', 'chromium'])
  return isThere()
}

// Not the script of this name in `/usr/bin`: Chromium would be its child, and who kills it needs it itself.
const withoutWindow = '/usr/lib/chromium/chromium-headless-shell'

/**
 * Chromium features to switch off. With address-bar suggestions, each window loads two pages of its own for them: two
 * thirds of the cost of starting a browser. Chromium honours only the last such list, so Playwright's comes first.
 */
const needless = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

/**
 * How Chromium is started, in tests and tools alike. `light`: the headless shell if it is installed, which needs half
 * as much processor time to start; it was seen to treat service workers differently over updates.
 */
export function launchOptions({ light = false } = {}) {
  const isLight = light && existsSync(withoutWindow)
  const executablePath = isLight ? withoutWindow : installedBrowser()
  return {
    ...(executablePath !== undefined && { executablePath }),
    args: [
      // Chromium refuses its sandbox to root, which is who runs tests in a container.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(isLight ? [] : [`--disable-features=${needless.join(',')}`]),
    ],
  }
}
