import { Switch, Text } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useSite } from '../../ground/sign-in/account.ts'
import { Section } from '../../ground/ui/page/Section.tsx'

/** Whether people without an account may ask for appointments. */
export function HomeBookingField({ field }: { field: GetInputPropsReturnType }) {
  const { messages, hasSchedules } = useSite()
  // It offers the free times of doctors' hours.
  if (!hasSchedules) return null
  return (
    <Section title="Booking from Home">
      <Switch
        {...field}
        label="Let people book from home"
        description={`At ${globalThis.location.origin}/book anybody can ask for a free time of the clinics that you mark on the Clinics page. Reception answers each request.`}
      />
      {!messages.channels.includes('EMAIL') && (
        <Text size="sm" mt="sm">
          Lantern can’t send e-mail here, so nobody would get the code that confirms a time. Ask your IT
          support to set it up (SMTP_URL).
        </Text>
      )}
    </Section>
  )
}
