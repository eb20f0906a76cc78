import { Button, Group, Skeleton, Text } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readOwnSignOn } from '../../contract/staff/sign-on.ts'
import { api } from '../client/api.ts'
import { refusedAct } from '../records/failures.ts'
import { Loaded } from '../records/Loaded.tsx'
import { useSite } from '../session/account.ts'
import { beginSignOn, unlinkSignOn } from '../session/sign-on/provider.ts'
import { Section } from '../ui/page/Section.tsx'
import { toast } from '../ui/toast.tsx'

const ownSignOn = queryOptions({
  queryKey: ['account', 'sign-on'],
  queryFn: ({ signal }) => api(readOwnSignOn, {}, { signal }),
  meta: { isOwnAccount: true },
})

/** Links one’s account to the hospital’s own sign-on, where it has one, or unlinks it. */
export function SignOnSection() {
  const { signOn } = useSite()
  return signOn && <Linking name={signOn.name} />
}

function Linking({ name }: { name: string }) {
  const queryClient = useQueryClient()
  const link = useQuery(ownSignOn)
  const begin = useMutation({
    mutationFn: () => beginSignOn('/settings', { isLinking: true }),
    onError: (error) => toast.error(refusedAct(error, 'Not linked')),
  })
  const unlink = useMutation({
    mutationFn: unlinkSignOn,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ownSignOn.queryKey })
      toast.success(`Your account is no longer linked to ${name}`)
    },
    onError: (error) => toast.error(refusedAct(error, 'Not unlinked')),
  })
  return (
    <Section title="Sign-on" description={`Sign in with ${name} instead of your password`}>
      <Loaded
        query={link}
        failed="Your sign-on could not be loaded"
        loading={<Skeleton h={36} radius="md" />}
      >
        {({ isLinked }) => (
          <Group justify="space-between">
            <Text>{isLinked ? 'Your account is linked' : 'Your account is not linked'}</Text>
            {isLinked ? (
              <Button variant="default" aria-busy={unlink.isPending} onClick={() => unlink.mutate()}>
                Unlink
              </Button>
            ) : (
              <Button variant="default" aria-busy={begin.isPending} onClick={() => begin.mutate()}>
                Link to {name}
              </Button>
            )}
          </Group>
        )}
      </Loaded>
    </Section>
  )
}
