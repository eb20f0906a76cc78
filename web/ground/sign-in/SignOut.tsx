import { Alert, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AccessPage } from './AccessPage.tsx'
import { leaveSession, signOut } from './auth.ts'

export function SignOut() {
  const navigate = useNavigate()
  return (
    <AccessPage title="Sign out" intro="Unsaved entries on this device will be discarded.">
      <SignOutButton onLeft={() => navigate({ to: '/sign-in' })} />
    </AccessPage>
  )
}

/** Signs out, and goes on by `onLeft`. */
export function SignOutButton({ onLeft }: { onLeft: Parameters<typeof leaveSession>[0] }) {
  const leave = useMutation({ mutationFn: signOut, onSuccess: () => leaveSession(onLeft) })
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
