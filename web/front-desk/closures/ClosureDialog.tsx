// No dialog in this file is about a patient.
import { Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import {
  type Closure,
  closureCauseNames,
  longestClosureReason,
} from '../../../contract/front-desk/closures.ts'
import { NewDialogForm } from '../../ground/records/form/NewDialogForm.tsx'
import { useNewRecord } from '../../ground/records/form/new-record.tsx'
import { useMay, useMe } from '../../ground/sign-in/account.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { DayField } from '../../ground/ui/form/DayField.tsx'
import { countOf, formatHours } from '../../ground/ui/format.ts'
import { FieldGrid, WholeRow } from '../../ground/ui/page/Section.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { useClinics } from '../../people/clinics/public.ts'
import { DoctorField } from '../../people/staff/public.ts'
import { dayOfSessionsQuery } from '../schedules/public.ts'
import {
  blankClosure,
  type ClosureValues,
  closureSchema,
  countedPeriod,
  timesOfSession,
} from './closure-form.ts'
import { closureTitle } from './closure-words.ts'
import { countQuery, useClosureActions } from './queries.ts'

type Form = UseFormReturnType<ClosureValues>
const ownCauses = ['LEAVE', 'SESSION_CANCELLED'] as const
const required = { withAsterisk: true, 'aria-required': true } as const

/** Leave, a holiday or a cancelled session. Doctors record what is their own. */
export function ClosureDialog({
  onAdded,
  onClose,
}: {
  onAdded: (closure: Closure) => unknown
  onClose: () => void
}) {
  const me = useMe()
  const isForAll = useMay()('schedule.edit')
  const today = useToday()
  const { add } = useClosureActions()
  const adding = useNewRecord({
    thing: 'absence',
    blank: () => blankClosure(today, isForAll ? {} : { doctorId: me.id }),
    schema: closureSchema,
    draftKey: 'closure:new',
    add,
    onAdded(closure) {
      toast.success(`${closureTitle(closure)} recorded`)
      return onAdded(closure)
    },
  })
  const { form } = adding
  const { cause } = form.values
  const causes = isForAll ? [...ownCauses, 'HOLIDAY' as const] : ownCauses
  const { id: causeId, ...causeProps }: { id?: string } & ReturnType<typeof form.getInputProps> =
    form.getInputProps('cause')
  return (
    <DialogFrame title="Record an absence" onClose={onClose}>
      <NewDialogForm adding={adding} onClose={onClose} label="Record absence" busyLabel="Recording…">
        <Radio.Group
          label="What it is"
          {...causeProps}
          onChange={(chosen) =>
            form.setValues({
              cause: chosen as ClosureValues['cause'],
              fromTime: '',
              toTime: '',
              sessionId: '',
            })
          }
        >
          <Group gap="lg" mt="xs">
            {causes.map((one, at) => (
              <Radio
                key={one}
                id={at === 0 ? causeId : undefined}
                value={one}
                label={closureCauseNames[one]}
              />
            ))}
          </Group>
        </Radio.Group>
        <FieldGrid>
          {cause === 'HOLIDAY' ? (
            <WholeRow>
              <ClinicOfHoliday form={form} />
            </WholeRow>
          ) : (
            isForAll && (
              <WholeRow>
                <DoctorField
                  label="Doctor"
                  {...form.getInputProps('doctorId')}
                  value={form.values.doctorId}
                  onChange={(doctorId) =>
                    form.setValues({ doctorId, ...(form.values.sessionId && emptySession) })
                  }
                />
              </WholeRow>
            )
          )}
          {cause === 'SESSION_CANCELLED' ? (
            <CancelledSession form={form} today={today} />
          ) : (
            <Days form={form} today={today} />
          )}
          <WholeRow>
            <TextInput
              label="Reason"
              description="Shown to staff who book patients"
              {...required}
              autoComplete="off"
              maxLength={longestClosureReason}
              placeholder={cause === 'HOLIDAY' ? 'New Year’s Day' : 'Annual leave'}
              {...form.getInputProps('reason')}
            />
          </WholeRow>
        </FieldGrid>
        <Count values={form.values} />
      </NewDialogForm>
    </DialogFrame>
  )
}

const emptySession = { sessionId: '', fromTime: '', toTime: '' }
const allClinics = 'all'

function ClinicOfHoliday({ form }: { form: Form }) {
  const clinics = useClinics()
  return (
    <Choice
      label="Clinic"
      data={[
        { value: allClinics, label: 'All clinics' },
        ...clinics.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      {...form.getInputProps('clinicId')}
      value={form.values.clinicId || allClinics}
      onChange={(chosen) => form.setFieldValue('clinicId', !chosen || chosen === allClinics ? '' : chosen)}
    />
  )
}

const wholeDay = {
  description: 'Leave blank for the whole day',
  inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
}

function Days({ form, today }: { form: Form; today: string }) {
  const { values } = form
  return (
    <>
      <DayField label="First day" today={today} {...form.getInputProps('from')} value={values.from} />
      <DayField
        label="Last day, if it is another"
        required={false}
        today={today}
        {...form.getInputProps('to')}
        value={values.to}
      />
      {values.cause === 'LEAVE' && (
        <>
          <TextInput type="time" label="Away from" {...wholeDay} {...form.getInputProps('fromTime')} />
          <TextInput type="time" label="Away until" {...wholeDay} {...form.getInputProps('toTime')} />
        </>
      )}
    </>
  )
}

/** The doctor's sessions on the day; the times of the one that is chosen are filled in. */
function CancelledSession({ form, today }: { form: Form; today: string }) {
  const { doctorId, from, sessionId } = form.values
  const isDay = /^\d{4}-\d\d-\d\d$/.test(from)
  const { data } = useQuery({ ...dayOfSessionsQuery(from, doctorId), enabled: isDay && doctorId !== '' })
  const sessions = data?.sessions.filter((one) => one.doctorId === doctorId && one.away === null)
  const { id, error }: { id?: string; error?: string } = form.getInputProps('sessionId')
  return (
    <>
      <WholeRow>
        <DayField
          label="Day"
          today={today}
          {...form.getInputProps('from')}
          value={from}
          onChange={(day) => form.setValues({ from: day, ...emptySession })}
        />
      </WholeRow>
      <WholeRow>
        {sessions?.length === 0 ? (
          <Text size="sm" role="status">
            The doctor has no session on this day.
          </Text>
        ) : (
          sessions && (
            <Radio.Group
              label="Session"
              {...required}
              error={error}
              value={sessionId}
              onChange={(chosen) => {
                const session = sessions.find((one) => one.id === chosen)
                if (session) form.setValues(timesOfSession(session))
              }}
            >
              <Stack gap="xs" mt="xs">
                {sessions.map((one, at) => (
                  <Radio
                    key={one.id}
                    id={at === 0 ? id : undefined}
                    value={one.id}
                    label={`${formatHours(one)}, ${one.clinic}`}
                  />
                ))}
              </Stack>
            </Radio.Group>
          )
        )}
      </WholeRow>
    </>
  )
}

/** How many bookings are in this time, as the form is filled in. */
function Count({ values }: { values: ClosureValues }) {
  const isChosen = values.cause !== 'SESSION_CANCELLED' || values.sessionId !== ''
  const period = isChosen ? countedPeriod(values) : undefined
  const { data, isError } = useQuery(countQuery(period))
  const words =
    period === undefined
      ? 'The bookings in this time are counted here.'
      : isError
        ? 'The bookings in this time could not be counted.'
        : data === undefined
          ? 'Counting the bookings in this time…'
          : data.displaced === 0
            ? 'No bookings in this time.'
            : `${countOf(data.displaced, 'booking')} in this time. ${data.displaced === 1 ? 'It waits' : 'They wait'} for a decision once this is recorded.`
  return (
    <Text size="sm" role="status" fw={data?.displaced && period ? 600 : undefined}>
      {words}
    </Text>
  )
}
