import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { VisitNote } from '../../../contract/clinical/visit-notes.ts'
import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import { hasDraft } from '../../ground/client/drafts.ts'
import { Loaded } from '../../ground/records/Loaded.tsx'
import { useMay, useMe } from '../../ground/sign-in/account.ts'
import { AmendNote } from './AmendNote.tsx'
import { NoteTexts } from './NoteText.tsx'
import { visitNotesQuery } from './queries.ts'
import { ReadNote } from './ReadNote.tsx'
import { type Signing, WriteNote } from './WriteNote.tsx'
import { typedAmendmentKey, typedNoteKey } from './words.ts'

export interface NoteProps {
  appointment: Appointment
  /** Text above the note. */
  about?: ReactNode
  /** In a dialog, which it closes; a note that stands on a page has no way out. */
  onClose?: (() => void) | undefined
  onStrike: (note: VisitNote) => void
  /** Reports whether there are unsaved changes. */
  onTyped?: ((hasTyped: boolean) => void) | undefined
  signing?: Signing | undefined
  /** Whether the note takes the focus, unless something on the page has it. A dialog always gives it the focus. */
  startsFocused?: boolean
}

/** The note of a visit: its author writes it until it is signed; everybody else who may reads, and doctors amend. */
export function Note(props: NoteProps) {
  const { appointment, about } = props
  const query = useQuery(visitNotesQuery(appointment.patientId, [appointment.id]))
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
      {(notes) => <OpenNote {...props} notes={notes} />}
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
  onTyped,
  signing,
  startsFocused,
}: NoteProps & { notes: readonly VisitNote[] }) {
  const me = useMe()
  const mayWrite = useMay()('clinical.write')
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
      onTyped={(typed) => {
        setHasTyped(typed)
        onTyped?.(typed)
      }}
      onClose={onClose}
      signing={signing}
      startsFocused={startsFocused ?? onClose !== undefined}
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
