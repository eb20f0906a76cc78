import { AnchorLink } from '../../ground/links/links.tsx'

export function BackToSignIn() {
  return <AnchorLink to="/sign-in">Back to sign in</AnchorLink>
}
