import { Skeleton, Stack, useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ground/records/Loaded.tsx'
import { useMay, useMe, useSite } from '../../ground/sign-in/account.ts'
import { ChoiceBar } from '../../ground/ui/list/ChoiceBar.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import { LateFeedSection } from '../calendar-feeds/public.ts'
import { NotificationKinds } from '../notifications/public.ts'
import classes from './Account.module.css'
import { ConfirmAddress } from './ConfirmAddress.tsx'
import { PasskeysSection } from './PasskeysSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { profileQuery } from './queries.ts'
import { SessionsSection } from './SessionsSection.tsx'
import { SignOnSection } from './SignOnSection.tsx'
import { TwoFactorSection } from './TwoFactorSection.tsx'

/** The settings of the user's own account. */
export function OwnSettings() {
  const profile = useQuery(profileQuery)
  const { hasPassword } = useMe()
  const may = useMay()
  return (
    <Stack gap="md" maw={880}>
      <ConfirmAddress />
      <Loaded
        query={profile}
        failed="Your account could not be loaded"
        loading={
          <Section title="Profile" description="Your name as colleagues see it">
            <Skeleton className={classes.profileLoading} radius="md" />
          </Section>
        }
      >
        {(latest) => <ProfileSection latest={latest} />}
      </Loaded>
      <ThemeSection />
      {hasPassword ? (
        <>
          <PasswordSection />
          <TwoFactorSection />
          <PasskeysSection />
          <SignOnSection />
        </>
      ) : (
        <NoPassword />
      )}
      <SessionsSection />
      <Section title="Notifications" description="Which notifications you get">
        <Stack gap="md">
          <NotificationKinds />
        </Stack>
      </Section>
      {may('appointment.treat') && <LateFeedSection />}
    </Stack>
  )
}

/** For staff who sign in by single sign-on alone: the rest asks for the password before it changes anything. */
function NoPassword() {
  const { signOn } = useSite()
  return (
    <Section title="Password" description={signOn ? `You sign in with ${signOn.name}.` : 'You have none.'}>
      Ask an administrator for a link to set a password. You need one to use passkeys or two-factor
      authentication here, or to unlink your account.
    </Section>
  )
}

const schemes = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

function ThemeSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Section title="Theme" description="On this device">
      <ChoiceBar label="Theme" choices={schemes} value={colorScheme} onChange={setColorScheme} />
    </Section>
  )
}
