import Bowser from 'bowser'

/** The browser and system of a user agent: 'Chrome on Windows'; null if neither is known. */
export function deviceWords(userAgent: string | null): string | null {
  if (!userAgent) return null
  const { browser, os, platform } = Bowser.parse(userAgent)
  const name = browser.name || null
  // A tablet may call itself a Mac or Linux; what sort of thing it is says more.
  const thing = os.name || (platform.type ? platform.type : null)
  if (name && thing) return `${name} on ${thing}`
  return name ?? thing
}
