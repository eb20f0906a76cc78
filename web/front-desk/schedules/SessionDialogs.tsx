// No dialog in this file is about a patient.
import { Alert, Text } from '@mantine/core'
import { useState } from 'react'
import { PracticeSession, weekdayNames } from '../../../contract/front-desk/schedules.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { EditDialogForm } from '../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../ground/records/edit/record-edit.tsx'
import { NewDialogForm } from '../../ground/records/form/NewDialogForm.tsx'
import { useNewRecord } from '../../ground/records/form/new-record.tsx'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { DayField } from '../../ground/ui/form/DayField.tsx'
import { countOf, formatDay } from '../../ground/ui/format.ts'
import { toast } from '../../ground/ui/toast.tsx'
import { DoctorField } from '../../people/staff/public.ts'
import { DaysRefused, useScheduleActions } from './actions.ts'
import { SessionFields } from './SessionFields.tsx'
import {
  blankSession,
  chosenDays,
  type EndValues,
  endFields,
  endSchema,
  sessionChangeSchema,
  sessionFields,
  sessionSchema,
  sessionValues,
} from './session-form.ts'
import { kindWords, sessionWords } from './session-words.ts'

/** '2 bookings are outside the new hours.' The doctor's week leads to them. */
function outsideWords({ outside = 0 }: PracticeSession & { outside?: number }): string {
  if (outside === 0) return ''
  return `${countOf(outside, 'booking')} ${outside === 1 ? 'is' : 'are'} outside the new hours.`
}

export function AddSessionDialog({
  doctorId,
  clinicId,
  onClose,
}: {
  doctorId: string | undefined
  clinicId: string | undefined
  onClose: () => void
}) {
  const { add } = useScheduleActions()
  const today = useToday()
  const [report, setReport] = useState<string>()
  const adding = useNewRecord({
    thing: 'session',
    blank: () => blankSession(today, doctorId, clinicId),
    schema: sessionSchema,
    draftKey: 'session:new',
    add: (body, attemptKey, { days }) => add(body, chosenDays(days), attemptKey),
    onAdded(added) {
      onClose()
      const [first] = added
      const last = added.at(-1)
      if (!first || !last) return
      const what = added.length === 1 ? sessionWords(first) : countOf(added.length, 'session')
      toast.success(`${what} added for ${doctorName(first.doctor)}`, {
        detail: outsideWords(last) || undefined,
      })
    },
    onFailure(error) {
      setReport(undefined)
      if (!(error instanceof DaysRefused)) return false
      const names = (days: readonly (keyof typeof weekdayNames)[]) =>
        days.map((day) => weekdayNames[day]).join(', ')
      const done = names(error.added.map(({ weekday }) => weekday))
      setReport(`${done ? `Added: ${done}. ` : ''}Not added: ${names(error.refused)}.`)
      adding.form.setFieldValue('days', error.refused.map(String))
      return false
    },
  })
  const { form } = adding
  return (
    <DialogFrame title="Add a session" onClose={onClose}>
      <NewDialogForm adding={adding} onClose={onClose} label="Add session" busyLabel="Adding…">
        {report && (
          <Alert color="amber" role="status" title={report}>
            Change what is refused, then add the rest.
          </Alert>
        )}
        <SessionFields
          form={form}
          doctor={
            <DoctorField
              label={sessionFields.doctorId.label}
              {...form.getInputProps('doctorId')}
              value={form.values.doctorId}
            />
          }
        />
      </NewDialogForm>
    </DialogFrame>
  )
}

interface OfSession {
  latest: PracticeSession
  /** A colleague has ended it in the meantime. */
  isEnded: boolean
  onClose: () => void
}

export function ChangeSessionDialog({ latest, isEnded, onClose }: OfSession) {
  const { change } = useScheduleActions()
  const today = useToday()
  const edit = useRecordEdit({
    thing: 'session',
    latest,
    ended: isEnded ? 'ended' : undefined,
    record: PracticeSession,
    fields: sessionFields,
    schema: sessionChangeSchema,
    valuesOf: (session) => sessionValues(session, today),
    draftKey: `session:${latest.id}`,
    async save(body, base) {
      const saved = await change(body, base)
      // From a day on it is another session, whose versions begin again.
      return { ...saved, version: Math.max(saved.version, base.version + 1) }
    },
    told: (saved) => ({
      text: `${sessionWords(saved)} changed for ${doctorName(saved.doctor)}`,
      detail: outsideWords(saved),
    }),
    onSaved: onClose,
  })
  return (
    <DialogFrame
      title={
        <bdi>
          Change {sessionWords(latest)} of {doctorName(latest.doctor)}
        </bdi>
      }
      onClose={onClose}
    >
      <EditDialogForm edit={edit} onClose={onClose} label="Change session" busyLabel="Changing…">
        <SessionFields form={edit.form} isChange />
      </EditDialogForm>
    </DialogFrame>
  )
}

export function EndSessionDialog({ latest, isEnded, onClose }: OfSession) {
  const { end } = useScheduleActions()
  const today = useToday()
  const edit = useRecordEdit<EndValues, PracticeSession, { lastDay: string }>({
    thing: 'session',
    latest,
    ended: isEnded ? 'ended' : undefined,
    record: PracticeSession,
    fields: endFields,
    schema: endSchema,
    valuesOf: ({ validUntil }) => ({ lastDay: validUntil ?? '' }),
    draftKey: `session:end:${latest.id}`,
    save: end,
    told: (saved) => ({
      text:
        saved.validUntil && saved.validUntil >= today
          ? `The session ends on ${formatDay(saved.validUntil)}`
          : 'The session has ended',
      detail: outsideWords(saved),
    }),
    onSaved: onClose,
  })
  return (
    <DialogFrame title="End this session?" size="md" onClose={onClose}>
      <EditDialogForm edit={edit} onClose={onClose} label="End session" busyLabel="Ending…">
        <Text>
          <bdi>{doctorName(latest.doctor)}</bdi>, {sessionWords(latest)}, {kindWords(latest)}. Later days can
          no longer be booked. Bookings that are left without hours are listed for a decision.
        </Text>
        <DayField
          label={endFields.lastDay.label}
          today={today}
          {...edit.form.getInputProps('lastDay')}
          value={edit.form.values.lastDay}
        />
      </EditDialogForm>
    </DialogFrame>
  )
}
