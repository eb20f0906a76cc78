import { newSecret } from '../../ground/client/secret.ts'

export { newSecret }

/** How a screen is to look; the link says it, since nobody sits before a screen with a mouse. */
export interface DisplayLook {
  /** Without it, as the television is set. */
  theme?: 'light' | 'dark' | undefined
}

export function displayLook(search: Record<string, unknown>): DisplayLook {
  const { theme } = search
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
  }
}

/** The link that opens a waiting-room screen. The secret is behind the #, which browsers don't send, so it is in no log. */
export function displayLink(secret: string, { theme }: DisplayLook): string {
  const link = new URL('/display', window.location.origin)
  if (theme) link.searchParams.set('theme', theme)
  link.hash = secret
  return link.href
}

/** The secret that this page was opened with. It leaves the address once the browser has its cookie. */
export function openedSecret(): string | undefined {
  return /^#([\w-]{43})$/.exec(window.location.hash)?.[1]
}

export function hideSecret(): void {
  const { pathname, search, hash } = window.location
  if (hash) window.history.replaceState(window.history.state, '', `${pathname}${search}`)
}
