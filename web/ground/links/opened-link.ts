import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { LinkToken } from '../../contract/staff/account-links.ts'

/**
 * Acts when a link is opened where its page is open already: it changes nothing but what stands behind the #, and the
 * page is not loaded anew.
 */
export function useOpenedLink(onOpened: () => void): void {
  useWindowEvent('hashchange', onOpened)
}

function tokenInAddress(): string | undefined {
  return LinkToken.safeParse(window.location.hash.slice(1)).data
}

/** The token of the link that was opened: it stands behind the #, which is sent nowhere. Undefined: it was cut off. */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState(tokenInAddress)
  useOpenedLink(() => setToken(tokenInAddress()))
  return token
}
