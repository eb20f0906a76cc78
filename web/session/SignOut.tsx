import { Alert, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AccessPage } from './AccessPage.tsx'
import { leaveSession, signOut } from './auth.ts'

export function SignOut() {
  const navigate = useNavigate()
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => leaveSession(() => navigate({ to: '/sign-in' })),
  })
  return (
    <AccessPage title="Sign out" intro="Unsaved entries on this device will be discarded.">
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
    </AccessPage>
  )
}
