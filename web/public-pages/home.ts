import { startCarousels } from './carousel.ts'

startCarousels()

/**
 * The server leads on whoever is signed in, but can't know somebody who comes by a link of another site: the session's
 * cookie stays behind then. From here it is sent.
 */
async function isSignedIn(): Promise<boolean> {
  if (localStorage.getItem('auth_token')) return true
  if (document.referrer.startsWith(`${location.origin}/`)) return false
  const answer = await fetch('/', { method: 'HEAD', redirect: 'manual' })
  return answer.type === 'opaqueredirect'
}

isSignedIn().then(
  (is) => is && location.replace('/dashboard'),
  // Whoever can't be asked about is shown the page.
  () => {},
)
