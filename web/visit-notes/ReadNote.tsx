import { Button, Textarea } from '@mantine/core'
import { IconNotes, IconPencilShare } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AmendmentForm, type VisitNote } from '../../contract/clinical/visit-notes.ts'
import { newAttemptKey } from '../client/attempt-key.ts'
import { useFormDraft } from '../client/drafts.ts'
import { useContractForm } from '../client/forms.ts'
import { refusedAct, refusedBy } from '../records/failures.ts'
import { typedAlone } from '../records/form/typed.ts'
import { useMay, useMe } from '../session/account.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { DialogForm } from '../ui/dialog/DialogForm.tsx'
import { DraftNotice } from '../ui/form/DraftNotice.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { toast } from '../ui/toast.tsx'
import { NoteText } from './NoteText.tsx'
import { useVisitNoteActions } from './queries.ts'
import classes from './VisitNote.module.css'

/** The note of a visit for whoever doesn't write it; a signed one is amended, or struck through. */
export function ReadNote({
  note,
  struck,
  about,
  onClose,
  onStrike,
}: {
  note: VisitNote | undefined
  struck: readonly VisitNote[]
  about: ReactNode
  onClose: () => void
  onStrike: (note: VisitNote) => void
}) {
  const mayWrite = useMay()('clinical.record')
  const [isAmending, setAmending] = useState(false)
  const hasAmended = useRef(false)
  const texts = [...(note ? [note] : []), ...struck].map((one) => <NoteText key={one.id} note={one} />)
  if (note && isAmending) {
    return (
      <Amend
        note={note}
        onDone={() => {
          hasAmended.current = true
          setAmending(false)
        }}
      >
        {about}
        {texts}
      </Amend>
    )
  }
  return (
    <div className={classes.read}>
      {about}
      {!note && (
        <EmptyState compact title="No visit note yet" icon={<IconNotes size={28} stroke={1.5} />}>
          What the doctor writes of this visit appears here.
        </EmptyState>
      )}
      {texts}
      {note && !note.signedAt && mayWrite && (
        <p>
          {note.canBeTakenOver ? (
            <>
              <bdi>{note.recordedBy}</bdi> can no longer sign in. You can take the draft over to finish and
              sign it. The note will say whose it was.
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
              Strike through
            </Button>
            <Button variant="default" onClick={() => setAmending(true)}>
              Amend Note
            </Button>
          </>
        )}
        <Button
          ref={(button) => {
            // What was pressed to come back here is gone.
            if (hasAmended.current) button?.focus()
            hasAmended.current = false
          }}
          variant="default"
          data-autofocus
          onClick={onClose}
        >
          Close
        </Button>
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

const schema = typedAlone(AmendmentForm)

function Amend({ note, onDone, children }: { note: VisitNote; onDone: () => void; children: ReactNode }) {
  const { amend } = useVisitNoteActions()
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.focus(), [])
  const [initialValues] = useState(() => ({ text: '', attemptKey: newAttemptKey() }))
  const { form, summary, onSubmit, busy } = useContractForm({
    schema,
    initialValues,
    async send(values) {
      await amend(note.id, schema.parse(values).text, values.attemptKey)
      draft.forget()
      onDone()
      toast.success('Amendment added')
    },
    onFailure: refusedBy('Not saved'),
  })
  const draft = useFormDraft(form, useMe().id, `visit-note-amendment:${note.id}`)
  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label="Add Amendment"
      busyLabel="Saving…"
      onCancel={() => {
        draft.forget()
        onDone()
      }}
      notice={<DraftNotice draft={draft} onStartOver={() => form.reset()} />}
    >
      {children}
      <Textarea
        ref={box}
        label="Amendment"
        description="It is added to the note with your name and the time, and can’t be changed."
        withAsterisk
        aria-required
        rows={3}
        resize="vertical"
        maxLength={4000}
        {...form.getInputProps('text')}
      />
    </DialogForm>
  )
}
