import { heedOtherTabs } from '../ground/sign-in/leaving/other-tabs.ts'
import { startCarousels } from './carousel.ts'

startCarousels()
heedOtherTabs()

/**
 * The server redirects signed-in visitors, but can't recognise one who comes by another site's link, because the
 * session's cookie is not sent then. From here it is sent.
 */
async function isSignedIn(): Promise<boolean> {
  if (localStorage.getItem('auth_token')) return true
  if (document.referrer.startsWith(`${location.origin}/`)) return false
  const answer = await fetch('/', { method: 'HEAD', redirect: 'manual' })
  return answer.type === 'opaqueredirect'
}

isSignedIn().then(
  (is) => is && location.replace('/dashboard'),
  // If the check fails, the page is shown.
  () => {},
)
