import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { isMissableOn } from '../../../../contract/front-desk/appointment-days.ts'
import { cancelSeries } from '../../../../contract/front-desk/appointment-series.ts'
import { type Appointment, AppointmentChange } from '../../../../contract/front-desk/appointments.ts'
import {
  cancelReasonNames,
  type GivenReason,
  givenReasons,
} from '../../../../contract/front-desk/cancel-reasons.ts'
import { api } from '../../../ground/client/api.ts'
import { useContractForm } from '../../../ground/client/forms.ts'
import { ButtonLink } from '../../../ground/links/links.tsx'
import { useMay, useSite } from '../../../ground/sign-in/account.ts'
import { useToday, useWallClock } from '../../../ground/sign-in/hospital-clock.ts'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { countOf, formatDay, formatTime, fullName } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { AppointmentSummary } from './AppointmentSummary.tsx'
import { type AboutAppointment, useLatest } from './about-appointment.ts'
import { waitingForQuery } from './who-waits.ts'

interface Cancelling {
  cancelReason: GivenReason | ''
  cancelNote: string
  /** For one of a series: it alone, or with all later ones. */
  which: 'this' | 'later'
}

const schema = z.object({
  cancelReason: z.enum(givenReasons, { error: 'Reason is required' }),
  cancelNote: AppointmentChange.shape.cancelNote,
  which: z.enum(['this', 'later']),
})

type Cancel = (appointment: Appointment, reason: GivenReason, note: string | null) => Promise<void>

/** Asks why an appointment is cancelled. A refusal is shown inside, and the dialog stays open. */
export function CancelDialog({
  about,
  onCancel,
}: {
  about: AboutAppointment
  /** Throws the reason if it can't be cancelled. */
  onCancel: Cancel
}) {
  const { appointment, opened, close, onExited } = about
  return (
    <DialogFrame opened={opened} onClose={close} onExited={onExited} title="Cancel appointment" size={540}>
      {appointment && <Reasons appointment={appointment} onClose={close} onCancel={onCancel} />}
    </DialogFrame>
  )
}

function Reasons({
  appointment,
  onClose,
  onCancel,
}: {
  appointment: Appointment
  onClose: () => void
  onCancel: Cancel
}) {
  const latest = useLatest(appointment)
  const countWaiting = useWaiting(appointment)
  const [waiting, setWaiting] = useState(0)
  const initialValues: Cancelling = { cancelReason: '', cancelNote: '', which: 'this' }
  const { form, summary, onSubmit, busy } = useContractForm({
    schema,
    initialValues,
    async send(values) {
      const { cancelReason, cancelNote, which } = schema.parse(values)
      const note = cancelReason === 'OTHER' ? (cancelNote ?? null) : null
      if (which === 'this' || cancelReason === 'DID_NOT_ATTEND') await onCancel(latest, cancelReason, note)
      else {
        const body = { cancelReason, cancelNote: note ?? undefined }
        const { cancelled } = await api(cancelSeries, { params: { id: latest.id }, body })
        toast.success(`${countOf(cancelled, 'appointment')} cancelled`)
      }
      const count = await countWaiting()
      if (count > 0) setWaiting(count)
      else onClose()
    },
  })
  // The error summary links to the group's first choice.
  const { id: first, ...reason }: { id?: string } & ReturnType<typeof form.getInputProps> =
    form.getInputProps('cancelReason')
  const today = useToday()
  const isOfSeries = latest.seriesId !== null && latest.status === 'SCHEDULED'
  const choices = givenReasons.filter(
    (one) => one !== 'DID_NOT_ATTEND' || (isMissableOn(today, latest) && form.values.which === 'this'),
  )
  if (waiting > 0) return <Freed appointment={appointment} waiting={waiting} onClose={onClose} />
  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label={`Cancel ${fullName(latest.patient)}’s appointment`}
      busyLabel="Cancelling…"
      cancelLabel="Keep appointment"
      danger
      onCancel={onClose}
    >
      <AppointmentSummary appointment={latest} />
      {isOfSeries && (
        <Radio.Group label="Which appointments of the series" {...form.getInputProps('which')}>
          <Stack gap="xs" mt="xs">
            <Radio value="this" label="This one" />
            <Radio value="later" label="This and all later ones" />
          </Stack>
        </Radio.Group>
      )}
      <Radio.Group label="Reason" withAsterisk {...reason}>
        <Stack gap="xs" mt="xs">
          {choices.map((value, index) => (
            <Radio
              key={value}
              id={index === 0 ? first : undefined}
              value={value}
              label={cancelReasonNames[value]}
            />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.cancelReason === 'OTHER' && (
        <Textarea label="Note" rows={2} maxLength={500} {...form.getInputProps('cancelNote')} />
      )}
    </DialogForm>
  )
}

/** Counts who waits for the place of an appointment, once that is cancelled. */
function useWaiting({ doctorId, date, time, sessionId }: Appointment): () => Promise<number> {
  const queryClient = useQueryClient()
  const { hasSchedules } = useSite()
  const mayBook = useMay()('appointment.book')
  const now = useWallClock()
  return async () => {
    const isOver = date < now.day || (date === now.day && time < now.time)
    if (!hasSchedules || !mayBook || sessionId === null || isOver) return 0
    const found = await queryClient
      .fetchQuery({ ...waitingForQuery({ doctorId, date, time }), staleTime: 0 })
      .catch(() => undefined)
    return found && found.free > 0 ? found.entries.length : 0
  }
}

/** Shown after the cancellation, with a link to the patients who wait for the place. */
function Freed({
  appointment: { doctorId, date, time, patient },
  waiting,
  onClose,
}: {
  appointment: Appointment
  waiting: number
  onClose: () => void
}) {
  // The button that was pressed is gone.
  const said = useRef<HTMLDivElement>(null)
  useEffect(() => said.current?.focus(), [])
  return (
    <Stack gap="md" ref={said} tabIndex={-1} style={{ outline: 'none' }}>
      <Text role="status">
        The appointment of <bdi>{fullName(patient)}</bdi> is cancelled. {countOf(waiting, 'patient')}{' '}
        {waiting === 1 ? 'waits' : 'wait'} for this place: {formatDay(date)}, {formatTime(time)}.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <ButtonLink to="/wait-list" search={{ doctor: doctorId, date, time }}>
          Offer to {waiting === 1 ? 'the patient' : 'patients'} who {waiting === 1 ? 'waits' : 'wait'}
        </ButtonLink>
      </Group>
    </Stack>
  )
}
