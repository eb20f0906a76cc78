import { Button, Textarea } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { notePartNames, noteParts, VisitNote, VisitNoteForm } from '../../../contract/clinical/visit-notes.ts'
import type { Appointment } from '../../../contract/front-desk/appointments.ts'
import { newAttemptKey } from '../../ground/client/attempt-key.ts'
import { hasDraft } from '../../ground/client/drafts.ts'
import { useRecordEdit } from '../../ground/records/edit/record-edit.tsx'
import { refusedBy } from '../../ground/records/failures.ts'
import { useMe } from '../../ground/sign-in/account.ts'
import { DialogForm } from '../../ground/ui/dialog/DialogForm.tsx'
import { NoteTexts } from './NoteText.tsx'
import { useVisitNoteActions } from './queries.ts'
import classes from './VisitNote.module.css'
import { endOfWriting, typedNoteKey } from './words.ts'

type Part = (typeof noteParts)[number]
type Values = Record<Part, string>
/** The note that is edited: the draft, or one that has not been saved yet. */
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

/** How a button elsewhere on the page signs the note. */
export interface Signing {
  /** The form's id, for the button's `form`. */
  formId: string
  /** With the `value` of that button. */
  onSigned: (value: string) => void
}

/**
 * Writes the note of a visit: saved as a draft, or signed. Closing keeps in the browser what was not sent, and what
 * was typed stays in sight when it can't be saved any more.
 */
export function WriteNote({
  appointment,
  draft,
  note,
  struck,
  about,
  onTyped,
  onClose,
  signing,
  startsFocused,
}: {
  appointment: Appointment
  /** The note of the visit where it is one's own to write. */
  draft: VisitNote | undefined
  /** The note of the visit as it is now, which may be a colleague's, or signed. */
  note: VisitNote | undefined
  struck: readonly VisitNote[]
  about: ReactNode
  /** Reports whether there are unsaved changes. */
  onTyped: (hasTyped: boolean) => void
  /** In a dialog, which it closes; a note that stands on a page has no way out. */
  onClose: (() => void) | undefined
  signing: Signing | undefined
  startsFocused: boolean
}) {
  const actions = useVisitNoteActions()
  const pressed = useRef({ signs: true, value: '' })
  const first = useRef<HTMLTextAreaElement>(null)
  const isInDialog = onClose !== undefined
  // The dialog, or the page, was open before the note was there.
  useEffect(() => {
    const isFree = isInDialog || !document.activeElement?.closest('main *')
    if (startsFocused && isFree) first.current?.focus({ preventScroll: true })
  }, [isInDialog, startsFocused])
  const [attemptKey] = useState(newAttemptKey)
  const me = useMe()
  const typedKey = typedNoteKey(appointment.id)
  // A change of the note during the request is this form's own.
  const [isSending, setSending] = useState(false)
  const edit = useRecordEdit<Values, Draft, VisitNoteForm>({
    thing: 'visit note',
    latest: draft ?? blank,
    ended: ({ id }) => (isSending ? undefined : endOfWriting(id, { note, struck }, me.id)),
    record: VisitNote,
    fields,
    schema: VisitNoteForm,
    valuesOf,
    draftKey: typedKey,
    async save(body, { id, version }) {
      setSending(true)
      try {
        const saved =
          id === null
            ? await actions.begin(appointment.id, body, attemptKey)
            : await actions.edit(id, version, body)
        return pressed.current.signs ? await actions.sign(saved) : saved
      } catch (error) {
        setSending(false)
        throw error
      }
    },
    told: ({ signedAt }) => (signedAt ? 'Visit note signed' : 'Draft saved'),
    stays: () => 'The draft is kept.',
    onSaved({ signedAt }) {
      if (signedAt) signing?.onSigned(pressed.current.value)
      else setSending(false)
      onClose?.()
    },
    onFailure: refusedBy('Not saved'),
  })
  // The form has kept, or forgotten, what is typed by now.
  useEffect(() => onTyped(hasDraft(me.id, typedKey)))

  function onSubmit(event?: SyntheticEvent<HTMLFormElement>) {
    const submit = event?.nativeEvent
    const button = submit instanceof SubmitEvent ? submit.submitter : null
    pressed.current = {
      signs: button?.getAttribute('name') !== 'draft',
      value: button?.getAttribute('value') ?? '',
    }
    edit.onSubmit(event)
  }

  return (
    <DialogForm
      id={signing?.formId}
      onSubmit={onSubmit}
      summary={edit.summary}
      busy={edit.busy}
      label="Sign note"
      busyLabel="Saving…"
      cancelLabel="Close"
      onCancel={onClose}
      isBlocked={edit.isBlocked}
      also={
        <Button type="submit" name="draft" variant="default" disabled={edit.isBlocked}>
          Save draft
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
          rows={isInDialog ? rows[part] : 2}
          classNames={isInDialog ? {} : { input: classes.growing }}
          resize="vertical"
          maxLength={4000}
          {...edit.form.getInputProps(part)}
        />
      ))}
      <p className={classes.hint}>Once signed, the note can’t be changed. Amendments can be added to it.</p>
      <NoteTexts note={edit.isBlocked ? note : undefined} struck={struck} />
    </DialogForm>
  )
}
