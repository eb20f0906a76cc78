import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Appointment } from '../../contract/appointments.ts'
import type { VisitNote } from '../../contract/clinical/visit-notes.ts'
import { StrikeDialog } from '../clinical/public.ts'
import { PatientSummary } from '../patients/public.ts'
import { Loaded } from '../records/Loaded.tsx'
import { useMay, useMe } from '../session/account.ts'
import { DialogFrame } from '../ui/dialog/DialogFrame.tsx'
import { formatDay, formatTime, fullName } from '../ui/format.ts'
import { useVisitNoteActions, visitNotesQuery } from './queries.ts'
import { ReadNote } from './ReadNote.tsx'
import { WriteNote } from './WriteNote.tsx'

/** The note of a visit: its author writes it until it is signed; everybody else who may reads, and doctors amend. */
export function VisitNoteDialog({
  appointment,
  opened,
  onClose,
  onExited,
}: {
  /** It stays while the dialog fades out. */
  appointment: Appointment | undefined
  opened: boolean
  onClose: () => void
  onExited: () => void
}) {
  const { strike } = useVisitNoteActions()
  const [striking, setStriking] = useState<VisitNote>()
  if (striking && appointment) {
    return (
      <StrikeDialog
        patient={appointment.patient}
        thing="visit note"
        what={visitWords(appointment)}
        onStrike={(reason) => strike(striking.id, reason)}
        onClose={() => setStriking(undefined)}
      />
    )
  }
  return (
    <DialogFrame
      title={<bdi>Visit note of {appointment && fullName(appointment.patient)}</bdi>}
      size="xl"
      opened={opened}
      onClose={onClose}
      onExited={onExited}
    >
      {appointment && <Note appointment={appointment} onClose={onClose} onStrike={setStriking} />}
    </DialogFrame>
  )
}

/** '22 Nov 2026, 10:30 AM with Grace Okafor' */
function visitWords({ date, time, doctor }: Appointment): string {
  return `${formatDay(date)}, ${formatTime(time)} with ${fullName(doctor)}`
}

function Note({
  appointment,
  onClose,
  onStrike,
}: {
  appointment: Appointment
  onClose: () => void
  onStrike: (note: VisitNote) => void
}) {
  const me = useMe()
  const mayWrite = useMay()('clinical.record')
  const query = useQuery(visitNotesQuery(appointment.patientId, [appointment.id]))
  const about = <PatientSummary patient={appointment.patient} now={visitWords(appointment)} />
  return (
    <Loaded
      query={query}
      failed="The visit note could not be loaded"
      loading={
        <>
          {about}
          <Skeleton h={520} mt="md" radius="md" role="status" aria-label="Loading the visit note" />
        </>
      }
    >
      {(notes) => {
        const note = notes.find(({ struck }) => !struck)
        const struck = notes.filter((one) => one.struck)
        const isOwn = !note || (!note.signedAt && note.authorId === me.id)
        return isOwn && mayWrite ? (
          <WriteNote appointment={appointment} draft={note} struck={struck} about={about} onClose={onClose} />
        ) : (
          <ReadNote note={note} struck={struck} about={about} onClose={onClose} onStrike={onStrike} />
        )
      }}
    </Loaded>
  )
}
