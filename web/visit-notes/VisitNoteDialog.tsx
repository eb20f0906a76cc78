import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Appointment } from '../../contract/appointments.ts'
import type { VisitNote } from '../../contract/clinical/visit-notes.ts'
import { hasDraft } from '../client/drafts.ts'
import { StrikeDialog } from '../clinical/public.ts'
import { PatientSummary } from '../patients/public.ts'
import { Loaded } from '../records/Loaded.tsx'
import { useMay, useMe } from '../session/account.ts'
import { DialogFrame } from '../ui/dialog/DialogFrame.tsx'
import { formatDay, formatTime, fullName } from '../ui/format.ts'
import { AmendNote } from './AmendNote.tsx'
import { NoteTexts } from './NoteText.tsx'
import { useVisitNoteActions, visitNotesQuery } from './queries.ts'
import { ReadNote } from './ReadNote.tsx'
import { WriteNote } from './WriteNote.tsx'
import { typedAmendmentKey, typedNoteKey } from './words.ts'

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
      {appointment && (
        <Note key={appointment.id} appointment={appointment} onClose={onClose} onStrike={setStriking} />
      )}
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
      {(notes) => (
        <OpenNote
          appointment={appointment}
          notes={notes}
          about={about}
          onClose={onClose}
          onStrike={onStrike}
        />
      )}
    </Loaded>
  )
}

/**
 * A note is written where there is none, or where the draft is one's own; else it is read. What was typed and not saved
 * stays in its form whatever becomes of the note meanwhile, and is there again when the note is opened again.
 */
function OpenNote({
  appointment,
  notes,
  about,
  onClose,
  onStrike,
}: {
  appointment: Appointment
  notes: readonly VisitNote[]
  about: ReactNode
  onClose: () => void
  onStrike: (note: VisitNote) => void
}) {
  const me = useMe()
  const mayWrite = useMay()('clinical.record')
  const note = notes.find(({ struck }) => !struck)
  const struck = notes.filter((one) => one.struck)
  const own = note && !note.signedAt && note.authorId === me.id ? note : undefined
  const [hasTyped, setHasTyped] = useState(() => hasDraft(me.id, typedNoteKey(appointment.id)))

  const [amendedId, setAmendedId] = useState(
    () => struck.find(({ id }) => hasDraft(me.id, typedAmendmentKey(id)))?.id,
  )
  const amended = notes.find(({ id }) => id === amendedId)
  if (amended) {
    return (
      <AmendNote note={amended} onDone={() => setAmendedId(undefined)}>
        {about}
        <NoteTexts note={note} struck={struck} />
      </AmendNote>
    )
  }
  return mayWrite && (!note || own || hasTyped) ? (
    <WriteNote
      appointment={appointment}
      draft={own}
      note={note}
      struck={struck}
      about={about}
      onTyped={setHasTyped}
      onClose={onClose}
    />
  ) : (
    <ReadNote
      note={note}
      struck={struck}
      about={about}
      onClose={onClose}
      onAmend={({ id }) => setAmendedId(id)}
      onStrike={onStrike}
    />
  )
}
