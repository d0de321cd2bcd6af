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
    console.log('Installing Chromium for the tests in a browser…')
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

const withoutWindow = '/usr/bin/chromium-headless-shell'

/**
 * How Chromium is started, in tests and tools alike. `light`: the one without a window where it is there, which takes a
 * quarter less of the processor; how it treats service workers over updates was seen to differ.
 */
export function launchOptions({ light = false } = {}) {
  const executablePath = light && existsSync(withoutWindow) ? withoutWindow : installedBrowser()
  return {
    ...(executablePath !== undefined && { executablePath }),
    args: [
      // Chromium refuses its sandbox to root, which is who runs tests in a container.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}
