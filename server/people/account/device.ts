import Bowser from 'bowser'

/** What a browser says that it is, in words: 'Chrome on Windows'; null where it says nothing that is known. */
export function deviceWords(userAgent: string | null): string | null {
  if (!userAgent) return null
  const { browser, os, platform } = Bowser.parse(userAgent)
  const name = browser.name || null
  // A tablet may call itself a Mac or Linux; what sort of thing it is says more.
  const thing = os.name || (platform.type ? platform.type : null)
  if (name && thing) return `${name} on ${thing}`
  return name ?? thing
}
