import { Button, Group, Skeleton, Text } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readOwnSignOn } from '../../../contract/people/sign-on.ts'
import { api } from '../../ground/client/api.ts'
import { Loaded } from '../../ground/records/Loaded.tsx'
import { useSite } from '../../ground/sign-in/account.ts'
import { beginSignOn, unlinkSignOn } from '../../ground/sign-in/sign-on/provider.ts'
import { Section } from '../../ground/ui/page/Section.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'

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
  const [asked, ask] = useState<'link' | 'unlink'>()

  async function unlink(password: string) {
    await unlinkSignOn(password)
    ask(undefined)
    void queryClient.invalidateQueries({ queryKey: ownSignOn.queryKey })
    toast.success(`Your account is no longer linked to ${name}`)
  }

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
            <Button variant="default" onClick={() => ask(isLinked ? 'unlink' : 'link')}>
              {isLinked ? 'Unlink' : `Link to ${name}`}
            </Button>
          </Group>
        )}
      </Loaded>
      {asked === 'link' && (
        <PasswordDialog
          title={`Link your account to ${name}`}
          label={`Continue to ${name}`}
          busyLabel="Opening…"
          onClose={() => ask(undefined)}
          onConfirm={(password) => beginSignOn('/settings', password)}
        >
          You sign in there, then return here. After that, you can sign in to this account with it.
        </PasswordDialog>
      )}
      {asked === 'unlink' && (
        <PasswordDialog
          title={`Unlink your account from ${name}`}
          label="Unlink"
          busyLabel="Unlinking…"
          danger
          onClose={() => ask(undefined)}
          onConfirm={unlink}
        >
          After that, sign in with your password. Roles that {name} gave you are withdrawn.
        </PasswordDialog>
      )}
    </Section>
  )
}
