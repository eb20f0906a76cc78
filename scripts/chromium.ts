import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium, type LaunchOptions } from '@playwright/test'

const ofTheSystem = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser of the system, where there is one that runs; `undefined` lets Playwright take its own. */
function systemChromium(): string | undefined {
  return ofTheSystem.find((path) => existsSync(path) && runs(path))
}

/** How tests and measurements start it, on any machine and as anybody. */
export function launchOptions(): LaunchOptions {
  return {
    executablePath: systemChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  }
}

/** Ubuntu has a chromium that only asks for its snap: a browser is what tells its version. */
function runs(path: string): boolean {
  // Root has to do without the sandbox.
  return spawnSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

/** Finds a browser or installs one; answers whether there is one now. */
export function ensureChromium(): boolean {
  const isThere = () => systemChromium() !== undefined || existsSync(chromium.executablePath())
  if (isThere()) return true
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests, once …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...words: string[]) =>
      spawnSync('apt-get', ['-qq', '-y', ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    apt('update')
    apt('install', '--no-install-recommends', 'chromium')
    if (isThere()) return true
  }
  console.log("Downloading Playwright's Chromium for the browser tests, once …")
  // Only root can also install the libraries that it needs.
  const withLibraries = process.getuid?.() === 0 ? ['--with-deps'] : []
  spawnSync(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'install', ...withLibraries, 'chromium'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  return isThere()
}
