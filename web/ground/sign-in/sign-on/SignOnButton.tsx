import { Alert, Button, Divider, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { beginSignOn } from './provider.ts'

/** The hospital's single sign-on. Its errors are shown here, and change nothing for passwords. */
export function SignOnButton({
  name,
  from,
  isAnother = true,
}: {
  name: string
  from: string | undefined
  /** It stands below a form to sign in with. */
  isAnother?: boolean
}) {
  const begin = useMutation({ mutationFn: () => beginSignOn(from) })
  return (
    <Stack mt="md">
      {isAnother && <Divider label="or" />}
      {begin.error && (
        <Alert color="red" role="alert">
          {begin.error.message}
        </Alert>
      )}
      <Button
        data-first={isAnother ? undefined : true}
        variant="default"
        fullWidth
        aria-busy={begin.isPending}
        onClick={() => begin.mutate()}
      >
        Sign in with {name}
      </Button>
    </Stack>
  )
}
