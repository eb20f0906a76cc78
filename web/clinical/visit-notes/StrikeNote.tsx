import type { VisitNote } from '../../../contract/clinical/visit-notes.ts'
import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import { StrikeDialog } from '../entries/public.ts'
import { useVisitNoteActions } from './queries.ts'
import { visitWords } from './words.ts'

/** Marks the note of a visit as entered in error, for a reason. */
export function StrikeNote({
  appointment,
  note,
  onClose,
}: {
  appointment: Appointment
  note: VisitNote
  onClose: () => void
}) {
  const { strike } = useVisitNoteActions()
  return (
    <StrikeDialog
      patient={appointment.patient}
      thing="visit note"
      what={visitWords(appointment)}
      onStrike={(reason) => strike(note.id, reason)}
      onClose={onClose}
    />
  )
}
