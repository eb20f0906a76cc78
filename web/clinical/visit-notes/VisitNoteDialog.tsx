import { useState } from 'react'
import type { VisitNote } from '../../../contract/clinical/visit-notes.ts'
import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { fullName } from '../../ground/ui/format.ts'
import { PatientSummary } from '../../people/patients/public.ts'
import { Note } from './Note.tsx'
import { StrikeNote } from './StrikeNote.tsx'
import { visitWords } from './words.ts'

/** The note of a visit in a dialog. */
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
  const [striking, setStriking] = useState<VisitNote>()
  if (striking && appointment) {
    return <StrikeNote appointment={appointment} note={striking} onClose={() => setStriking(undefined)} />
  }
  return (
    <DialogFrame
      title={<bdi>Visit note of {appointment && fullName(appointment.patient)}</bdi>}
      size="xl"
      opened={opened}
      onClose={onClose}
      onExited={onExited}
    >
      {appointment && (
        <Note
          key={appointment.id}
          appointment={appointment}
          about={<PatientSummary patient={appointment.patient} now={visitWords(appointment)} />}
          onClose={onClose}
          onStrike={setStriking}
        />
      )}
    </DialogFrame>
  )
}
