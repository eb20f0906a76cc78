import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { LinkToken } from '../../../contract/people/account-links.ts'

/**
 * Acts when a link is opened while its page is already open: only the part after the # changes, so the page does not
 * reload.
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
