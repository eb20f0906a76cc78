import { Checkbox, Group, Radio, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import {
  type SessionKind,
  weekdayNames,
  weekdays,
  weeksOfMonth,
} from '../../../contract/front-desk/schedules.ts'
import { longestRoom } from '../../../contract/people/staff.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { DayField } from '../../ground/ui/form/DayField.tsx'
import { OfferedText } from '../../ground/ui/form/OfferedText.tsx'
import { FieldGrid, WholeRow } from '../../ground/ui/page/Section.tsx'
import { useClinics } from '../../people/clinics/public.ts'
import { type SessionValues, sessionFields } from './session-form.ts'
import { weekName } from './session-words.ts'

const required = { withAsterisk: true, 'aria-required': true } as const
const kinds: readonly { kind: SessionKind; label: string; description: string }[] = [
  { kind: 'SLOTS', label: 'Times', description: 'Each patient is given a time' },
  { kind: 'TOKENS', label: 'Tokens', description: 'Patients are seen in the order of their tokens' },
]

/** The fields that a new session and its change share; `isChange`: it has one day, and holds from a day on. */
export function SessionFields({
  form,
  doctor,
  isChange = false,
}: {
  form: UseFormReturnType<SessionValues>
  /** Stands first. */
  doctor?: ReactNode
  isChange?: boolean
}) {
  const today = useToday()
  const clinics = useClinics()
  const { values } = form
  const clinic = clinics.find(({ id }) => id === values.clinicId)
  const isByTime = values.kind === 'SLOTS'
  const number = { autoComplete: 'off', inputMode: 'numeric', maxLength: 3 } as const
  const { id: daysId, ...days }: { id?: string } & ReturnType<typeof form.getInputProps> =
    form.getInputProps('days')
  const { id: kindId, ...kind }: { id?: string } & ReturnType<typeof form.getInputProps> =
    form.getInputProps('kind')
  const { id: weeksId, ...weeks }: { id?: string } & ReturnType<typeof form.getInputProps> =
    form.getInputProps('weeks')

  function chooseKind(chosen: string) {
    const isTokens = chosen === 'TOKENS'
    form.setValues({
      kind: isTokens ? 'TOKENS' : 'SLOTS',
      slotMinutes: isTokens ? '' : values.slotMinutes || '15',
      capacity: isTokens ? (values.capacity === '1' ? '' : values.capacity) : values.capacity || '1',
    })
  }

  return (
    <>
      <FieldGrid>
        {doctor && <WholeRow>{doctor}</WholeRow>}
        <Choice
          label={sessionFields.clinicId.label}
          {...required}
          placeholder="Choose a clinic"
          nothingFoundMessage={
            clinics.length > 0 ? 'No clinic of that name' : 'No clinics yet. Add one under Staff, Clinics.'
          }
          data={clinics.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('clinicId')}
          value={values.clinicId || null}
          onChange={(chosen) => form.setFieldValue('clinicId', chosen ?? '')}
        />
        <OfferedText
          label={sessionFields.room.label}
          offersLabel="Rooms of the clinic"
          offers={clinic?.rooms ?? []}
          placeholder="Room 4"
          maxLength={longestRoom}
          {...form.getInputProps('room')}
          value={values.room}
          onChange={(room) => form.setFieldValue('room', room)}
        />
        {isChange ? (
          <Choice
            label={sessionFields.days.label}
            {...required}
            id={daysId}
            data={weekdays.map((day) => ({ value: String(day), label: weekdayNames[day] }))}
            {...days}
            value={values.days[0] ?? null}
            onChange={(day) => form.setFieldValue('days', day ? [day] : [])}
          />
        ) : (
          <WholeRow>
            <Checkbox.Group
              label="Days"
              description="One session on each of these days"
              {...required}
              {...days}
            >
              <Group gap="md" mt="xs">
                {weekdays.map((day, at) => (
                  <Checkbox
                    key={day}
                    size="md"
                    {...(at === 0 && daysId && { id: daysId })}
                    value={String(day)}
                    label={weekdayNames[day]}
                  />
                ))}
              </Group>
            </Checkbox.Group>
          </WholeRow>
        )}
        <TextInput
          type="time"
          label={sessionFields.startsAt.label}
          {...required}
          {...form.getInputProps('startsAt')}
        />
        <TextInput
          type="time"
          label={sessionFields.endsAt.label}
          {...required}
          {...form.getInputProps('endsAt')}
        />
        <WholeRow>
          <Radio.Group label={sessionFields.kind.label} {...kind} onChange={chooseKind}>
            <Group gap="xl" mt="xs">
              {kinds.map((one, at) => (
                <Radio
                  key={one.kind}
                  id={at === 0 ? kindId : undefined}
                  value={one.kind}
                  label={one.label}
                  description={one.description}
                />
              ))}
            </Group>
          </Radio.Group>
        </WholeRow>
        {isByTime && (
          <TextInput
            label={sessionFields.slotMinutes.label}
            {...required}
            {...number}
            {...form.getInputProps('slotMinutes')}
          />
        )}
        <TextInput
          label={isByTime ? 'Patients at each time' : 'Patients in all'}
          {...required}
          {...number}
          {...form.getInputProps('capacity')}
        />
        <TextInput
          label={sessionFields.walkIns.label}
          description="Patients without an appointment. Leave blank for any number"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...number}
          {...form.getInputProps('walkIns')}
        />
        {(clinic?.booksFromHome || values.onlinePlaces !== '') && (
          <TextInput
            label={sessionFields.onlinePlaces.label}
            description="Patients on one day. Leave blank for all free places"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...number}
            {...form.getInputProps('onlinePlaces')}
          />
        )}
        <WholeRow>
          <Checkbox.Group label={sessionFields.weeks.label} {...weeks}>
            <Group gap="md" mt="xs">
              {weeksOfMonth.map((week, at) => (
                <Checkbox
                  key={week}
                  size="md"
                  {...(at === 0 && weeksId && { id: weeksId })}
                  value={String(week)}
                  label={weekName(week)}
                />
              ))}
            </Group>
          </Checkbox.Group>
        </WholeRow>
        <DayField
          label={isChange ? 'Change from' : sessionFields.validFrom.label}
          today={today}
          {...form.getInputProps('validFrom')}
          value={values.validFrom}
        />
        <DayField
          label={`${sessionFields.validUntil.label}, if it ends`}
          required={false}
          today={today}
          {...form.getInputProps('validUntil')}
          value={values.validUntil}
        />
      </FieldGrid>
    </>
  )
}
