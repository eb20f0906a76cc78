import { Textarea } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AmendmentForm, type VisitNote } from '../../../contract/clinical/visit-notes.ts'
import { newAttemptKey } from '../../ground/client/attempt-key.ts'
import { useFormDraft } from '../../ground/client/drafts.ts'
import { useContractForm } from '../../ground/client/forms.ts'
import { EditEnded } from '../../ground/records/edit/EditNotices.tsx'
import { refusedBy } from '../../ground/records/failures.ts'
import { typedAlone } from '../../ground/records/form/typed.ts'
import { useMe } from '../../ground/sign-in/account.ts'
import { DialogForm } from '../../ground/ui/dialog/DialogForm.tsx'
import { DraftNotice } from '../../ground/ui/form/DraftNotice.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { useVisitNoteActions } from './queries.ts'
import { typedAmendmentKey } from './words.ts'

const schema = typedAlone(AmendmentForm)

/** Adds to a signed note. What was typed stays in sight when the note is struck through meanwhile. */
export function AmendNote({
  note,
  onDone,
  children,
}: {
  note: VisitNote
  onDone: () => void
  children: ReactNode
}) {
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
  const draft = useFormDraft(form, useMe().id, typedAmendmentKey(note.id))
  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label="Add amendment"
      busyLabel="Saving…"
      onCancel={() => {
        draft.forget()
        onDone()
      }}
      isBlocked={note.struck !== null}
      notice={
        <>
          <DraftNotice draft={draft} onStartOver={() => form.reset()} />
          {note.struck && <EditEnded thing="visit note" how="marked as entered in error" />}
        </>
      }
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
