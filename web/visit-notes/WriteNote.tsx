import { Button, Textarea } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { Appointment } from '../../contract/appointments.ts'
import { notePartNames, noteParts, VisitNote, VisitNoteForm } from '../../contract/clinical/visit-notes.ts'
import { newAttemptKey } from '../client/attempt-key.ts'
import { useRecordEdit } from '../records/edit/record-edit.tsx'
import { refusedBy } from '../records/failures.ts'
import { DialogForm } from '../ui/dialog/DialogForm.tsx'
import { NoteText } from './NoteText.tsx'
import { useVisitNoteActions } from './queries.ts'
import classes from './VisitNote.module.css'
import { typedNoteKey } from './words.ts'

type Part = (typeof noteParts)[number]
type Values = Record<Part, string>
/** What is edited: the draft, or a note that nothing was saved of yet. */
type Draft = Pick<VisitNote, Part | 'signedAt' | 'version'> & { id: string | null; updatedAt?: string }

const blank: Draft = {
  id: null,
  reason: null,
  findings: null,
  assessment: null,
  plan: null,
  signedAt: null,
  version: 0,
}

const fields = {
  reason: { label: notePartNames.reason },
  findings: { label: notePartNames.findings },
  assessment: { label: notePartNames.assessment },
  plan: { label: notePartNames.plan },
}

const rows: Record<Part, number> = { reason: 2, findings: 4, assessment: 2, plan: 3 }

function valuesOf({ reason, findings, assessment, plan }: Draft): Values {
  return {
    reason: reason ?? '',
    findings: findings ?? '',
    assessment: assessment ?? '',
    plan: plan ?? '',
  }
}

/** Writes the note of a visit: saved as a draft, or signed. Closing keeps in the browser what was not sent. */
export function WriteNote({
  appointment,
  draft = blank,
  struck,
  about,
  onClose,
}: {
  appointment: Appointment
  draft: Draft | undefined
  struck: readonly VisitNote[]
  about: ReactNode
  onClose: () => void
}) {
  const actions = useVisitNoteActions()
  const signs = useRef(false)
  const first = useRef<HTMLTextAreaElement>(null)
  // The dialog was open before the note was there.
  useEffect(() => first.current?.focus(), [])
  const [attemptKey] = useState(newAttemptKey)
  const edit = useRecordEdit<Values, Draft, VisitNoteForm>({
    thing: 'visit note',
    latest: draft,
    record: VisitNote,
    fields,
    schema: VisitNoteForm,
    valuesOf,
    draftKey: typedNoteKey(appointment.id),
    async save(body, { id, version }) {
      const saved =
        id === null
          ? await actions.begin(appointment.id, body, attemptKey)
          : await actions.edit(id, version, body)
      return signs.current ? actions.sign(saved) : saved
    },
    told: ({ signedAt }) => (signedAt ? 'Visit note signed' : 'Draft saved'),
    stays: () => 'The draft is kept.',
    onSaved: onClose,
    onFailure: refusedBy('Not saved'),
  })

  function onSubmit(event?: SyntheticEvent<HTMLFormElement>) {
    const submit = event?.nativeEvent
    const pressed = submit instanceof SubmitEvent ? submit.submitter : null
    signs.current = pressed?.getAttribute('name') !== 'draft'
    edit.onSubmit(event)
  }

  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={edit.summary}
      busy={edit.busy}
      label="Sign Note"
      busyLabel="Saving…"
      cancelLabel="Close"
      onCancel={onClose}
      also={
        <Button type="submit" name="draft" variant="default">
          Save Draft
        </Button>
      }
      notice={
        <>
          {edit.notices}
          {edit.warning}
        </>
      }
    >
      {about}
      {noteParts.map((part) => (
        <Textarea
          key={part}
          ref={part === noteParts[0] ? first : undefined}
          label={notePartNames[part]}
          rows={rows[part]}
          resize="vertical"
          maxLength={4000}
          {...edit.form.getInputProps(part)}
        />
      ))}
      <p className={classes.hint}>Once signed, the note can’t be changed. Amendments can be added to it.</p>
      {struck.map((note) => (
        <NoteText key={note.id} note={note} />
      ))}
    </DialogForm>
  )
}
