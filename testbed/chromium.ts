import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium, type LaunchOptions } from '@playwright/test'

const ofTheSystem = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The same engine without the windows that nobody sees: Playwright's own choice too, for two fifths less work. */
const shell = '/usr/lib/chromium/chromium-headless-shell'

/** Stories do with the shell; what is measured is measured in what people use. */
export type Purpose = 'stories' | 'measurements'

/** The browser of the system, where there is one that runs; `undefined` lets Playwright take its own. */
function systemChromium(purpose: Purpose): string | undefined {
  const paths = purpose === 'stories' ? [shell, ...ofTheSystem] : ofTheSystem
  return paths.find((path) => existsSync(path) && runs(path))
}

/** How tests and measurements start it, on any machine and as anybody. */
export function launchOptions(purpose: Purpose = 'measurements'): LaunchOptions {
  return {
    executablePath: systemChromium(purpose),
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
export function ensureChromium(purpose: Purpose = 'measurements'): boolean {
  const isThere = () => systemChromium('measurements') !== undefined || existsSync(chromium.executablePath())
  if (!isThere() && mayInstall()) {
    console.log('Installing Chromium for the browser tests, once …')
    apt('update')
    apt('install', '--no-install-recommends', 'chromium')
  }
  // Not every system has it as a package, and then the whole browser serves as well.
  if (purpose === 'stories' && mayInstall() && !existsSync(shell))
    apt('install', '--no-install-recommends', 'chromium-headless-shell')
  if (isThere()) return true
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

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

function apt(...words: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['-qq', '-y', ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}
