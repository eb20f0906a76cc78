import { Alert, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { AnchorLink } from '../links/links.tsx'
import { AccessPage } from './AccessPage.tsx'
import { startPath } from './guards.ts'
import { signOut } from './leaving/sign-out.ts'

export function SignOut() {
  const navigate = useNavigate()
  return (
    <AccessPage title="Sign out" intro="Unsaved entries on this device will be discarded.">
      <SignOutButton onLeft={() => navigate({ to: '/sign-in' })} />
    </AccessPage>
  )
}

/** A link that makes an account was opened where somebody is signed in. */
export function SignOutFirst({ hospitalName, todo }: { hospitalName: string; todo: string }) {
  const router = useRouter()
  return (
    <AccessPage
      title="Sign out first"
      hospitalName={hospitalName}
      intro={`Someone is signed in on this device. Sign out to ${todo}. Unsaved entries on this device will be discarded.`}
      foot={<AnchorLink to={startPath}>Stay signed in</AnchorLink>}
    >
      {/* The link is still in the address: what it leads to comes next. */}
      <SignOutButton onLeft={() => router.invalidate()} />
    </AccessPage>
  )
}

/** Signs out, and goes on by `onLeft`. The page around it says what is discarded. */
function SignOutButton({ onLeft }: { onLeft: () => Promise<void> }) {
  const leave = useMutation({ mutationFn: () => signOut(onLeft, { isTold: true }) })
  return (
    <Stack>
      {leave.error && (
        <Alert color="red" role="alert">
          {leave.error.message}
        </Alert>
      )}
      <Button fullWidth onClick={() => leave.mutate()} aria-busy={leave.isPending}>
        {leave.isPending ? 'Signing out…' : 'Sign out'}
      </Button>
    </Stack>
  )
}
