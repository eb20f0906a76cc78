import { Textarea } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { optionalLines } from '../../../../contract/api/fields.ts'
import { type DuplicatePair, longestNote } from '../../../../contract/people/duplicates/duplicates.ts'
import { NewDialogForm } from '../../../ground/records/form/NewDialogForm.tsx'
import { useNewRecord } from '../../../ground/records/form/new-record.tsx'
import { useDuplicateActions } from './queries.ts'

const Note = z.object({ note: optionalLines(longestNote) })

/** Decides that the two records above are not of one patient, and says why. */
export function NoteForm({
  pair,
  onDecided,
  onClose,
}: {
  pair: DuplicatePair
  onDecided: () => void
  onClose: () => void
}) {
  const { decide } = useDuplicateActions()
  const { form, ...deciding } = useNewRecord({
    thing: 'decision',
    blank: () => ({ note: '' }),
    schema: Note,
    draftKey: `duplicates:${pair.id}`,
    add: ({ note }) => decide.mutateAsync({ pair, ...(note && { note }) }),
    onAdded: onDecided,
  })
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <NewDialogForm
      adding={{ form, ...deciding }}
      onClose={onClose}
      label="Not duplicates"
      busyLabel="Saving…"
    >
      <Textarea
        ref={field}
        label="Note"
        description="Shown to colleagues who look at this pair again"
        autosize
        minRows={2}
        maxLength={longestNote}
        {...form.getInputProps('note')}
      />
    </NewDialogForm>
  )
}
