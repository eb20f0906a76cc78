import { Button } from '@mantine/core'
import { IconNotes, IconPencilShare } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { VisitNote } from '../../../contract/clinical/visit-notes.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { useMay } from '../../ground/sign-in/account.ts'
import { BusyButton } from '../../ground/ui/BusyButton.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { NoteTexts } from './NoteText.tsx'
import { useVisitNoteActions } from './queries.ts'
import classes from './VisitNote.module.css'

/** A visit's note for readers other than its author; a signed one can be amended or struck through. */
export function ReadNote({
  note,
  struck,
  about,
  onClose,
  onAmend,
  onStrike,
}: {
  note: VisitNote | undefined
  struck: readonly VisitNote[]
  about: ReactNode
  /** In a dialog. */
  onClose: (() => void) | undefined
  onAmend: (note: VisitNote) => void
  onStrike: (note: VisitNote) => void
}) {
  const mayWrite = useMay()('clinical.write')
  const close = useRef<HTMLButtonElement>(null)
  // The form that stood here had the focus, or the dialog was open before the note was there.
  useEffect(() => close.current?.focus({ preventScroll: true }), [])
  return (
    <div className={classes.read}>
      {about}
      {!note && (
        <EmptyState compact title="No visit note yet" icon={<IconNotes size={28} stroke={1.5} />}>
          The doctor’s note on this visit appears here.
        </EmptyState>
      )}
      <NoteTexts note={note} struck={struck} />
      {note && !note.signedAt && mayWrite && (
        <p>
          {note.canBeTakenOver ? (
            <>
              <bdi>{doctorName(note.recordedBy)}</bdi> can no longer sign in. You can take the draft over to
              finish and sign it. The note will say whose it was.
            </>
          ) : (
            'You can add an amendment once it is signed.'
          )}
        </p>
      )}
      <div className={classes.foot}>
        {note?.canBeTakenOver && mayWrite && <TakeOver note={note} />}
        {note?.signedAt && mayWrite && (
          <>
            <Button variant="subtle" onClick={() => onStrike(note)}>
              Mark as entered in error
            </Button>
            <Button variant="default" onClick={() => onAmend(note)}>
              Amend Note
            </Button>
          </>
        )}
        {onClose && (
          <Button ref={close} variant="default" data-autofocus onClick={onClose}>
            Close
          </Button>
        )}
      </div>
    </div>
  )
}

/** Makes a draft one's own; then it is open to be written. */
function TakeOver({ note }: { note: VisitNote }) {
  const { takeOver } = useVisitNoteActions()
  return (
    <BusyButton
      label="Take Over Draft"
      busyLabel="Taking over…"
      icon={IconPencilShare}
      onAct={async () => {
        try {
          await takeOver(note.id)
          toast.success('Draft taken over')
        } catch (error) {
          toast.error(refusedAct(error, 'Not taken over'))
        }
      }}
    />
  )
}
