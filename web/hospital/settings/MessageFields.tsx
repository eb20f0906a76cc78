import { Stack, Switch, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useSite } from '../../ground/sign-in/account.ts'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { countOf } from '../../ground/ui/format.ts'
import { FieldGrid, Section } from '../../ground/ui/page/Section.tsx'

export interface MessageValues {
  /** Hours as text, or 'never'. */
  reminderHours: string
  tellsChanges: boolean
  messagesNameClinic: boolean
}

export const neverReminds = 'never'
const usualHours = [2, 4, 24, 48, 72, 168].map(String)
const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No')

export const messageFields = {
  reminderHours: { label: 'Remind patients of appointments', words: reminderWords },
  tellsChanges: { label: 'Tell patients when their appointment is moved or cancelled', words: yesOrNo },
  messagesNameClinic: { label: 'Name the clinic in messages', words: yesOrNo },
}

/** Whether and when patients are sent messages about their appointments. */
export function MessageFields<Values extends MessageValues>({ form }: { form: UseFormReturnType<Values> }) {
  const { channels } = useSite().messages
  const { reminderHours } = form.values
  const hours = [...usualHours, neverReminds]
  return (
    <Section title="Messages to Patients">
      <Stack gap="md">
        <Text size="sm">
          {channels.length > 0
            ? 'Messages say the hospital’s name, the day and the time, and how to reach you. Patients without an address are not told.'
            : 'Lantern can’t send messages here, so nobody is told. Ask your IT support to set up e-mail (SMTP_URL), or a gateway for SMS and WhatsApp (MESSAGE_GATEWAY_URL).'}
        </Text>
        <FieldGrid>
          <Choice
            label={messageFields.reminderHours.label}
            {...form.getInputProps('reminderHours')}
            withAsterisk
            aria-required
            description="Appointments made later than that get no reminder."
            data={(hours.includes(reminderHours) ? hours : [reminderHours, ...hours]).map((value) => ({
              value,
              label: reminderWords(value),
            }))}
          />
        </FieldGrid>
        <Switch
          {...form.getInputProps('tellsChanges', { type: 'checkbox' })}
          label={messageFields.tellsChanges.label}
        />
        <Switch
          {...form.getInputProps('messagesNameClinic', { type: 'checkbox' })}
          label={messageFields.messagesNameClinic.label}
          description="A clinic’s name can tell others what a patient is treated for."
        />
      </Stack>
    </Section>
  )
}

function reminderWords(typed: string): string {
  if (typed === neverReminds) return 'Do not remind'
  const hours = Number(typed)
  return `${hours % 24 === 0 ? countOf(hours / 24, 'day') : countOf(hours, 'hour')} before`
}
