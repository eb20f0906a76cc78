import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium, type LaunchOptions } from '@playwright/test'

const ofTheSystem = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Chromium's headless shell, which takes two fifths less work than the browser. Playwright uses it, too. */
const shell = '/usr/lib/chromium/chromium-headless-shell'

/** Stories run in the shell; measurements run in the browser that people use. */
export type Purpose = 'stories' | 'measurements'

/** The system's browser, if there is one that runs; `undefined` means Playwright's own. */
function systemChromium(purpose: Purpose): string | undefined {
  const paths = purpose === 'stories' ? [shell, ...ofTheSystem] : ofTheSystem
  return paths.find((path) => existsSync(path) && runs(path))
}

/** Options to start the browser for tests and measurements, on any machine and under any account. */
export function launchOptions(purpose: Purpose = 'measurements'): LaunchOptions {
  const executablePath = systemChromium(purpose)
  return {
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  }
}

/** Whether this is a browser. Ubuntu's chromium only asks for its snap, and prints no version. */
function runs(path: string): boolean {
  // Root can't use the sandbox.
  return spawnSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

/** Finds a browser or installs one, and returns whether there is one now. */
export function ensureChromium(purpose: Purpose = 'measurements'): boolean {
  const isThere = () => systemChromium('measurements') !== undefined || existsSync(chromium.executablePath())
  if (!isThere() && mayInstall()) {
    console.log('Installing Chromium for the browser tests, once …')
    apt('update')
    apt('install', '--no-install-recommends', 'chromium')
  }
  // Not every system has a package for the shell; the browser does as well.
  if (purpose === 'stories' && mayInstall() && !existsSync(shell))
    apt('install', '--no-install-recommends', 'chromium-headless-shell')
  if (isThere()) return true
  console.log("Downloading Playwright's Chromium for the browser tests, once …")
  // Only root can also install the browser's libraries.
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
