import { useState } from 'react'
import { LinkToken } from '../../contract/staff/account-links.ts'

/** The token of the link that was opened: it stands behind the #, which is sent nowhere. Undefined: it was cut off. */
export function useLinkToken(): string | undefined {
  const [token] = useState(() => LinkToken.safeParse(window.location.hash.slice(1)).data)
  return token
}
