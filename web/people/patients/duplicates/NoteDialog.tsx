import { Textarea } from '@mantine/core'
import { z } from 'zod'
import { optionalLines } from '../../../../contract/api/fields.ts'
import { type DuplicatePair, longestNote } from '../../../../contract/people/duplicates.ts'
import { NewDialogForm } from '../../../ground/records/form/NewDialogForm.tsx'
import { useNewRecord } from '../../../ground/records/form/new-record.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { PatientSummary } from '../identity/PatientSummary.tsx'
import { useDuplicateActions } from './queries.ts'

const NoteForm = z.object({ note: optionalLines(longestNote) })

/** Decides that two records are not of one patient, with why. */
export function NoteDialog({
  pair,
  onDecided,
  onClose,
}: {
  pair: DuplicatePair
  onDecided: () => void
  onClose: () => void
}) {
  const { decide } = useDuplicateActions()
  const deciding = useNewRecord({
    thing: 'decision',
    blank: () => ({ note: '' }),
    schema: NoteForm,
    draftKey: `duplicates:${pair.id}`,
    add: ({ note }) => decide.mutateAsync({ pair, ...(note && { note }) }),
    onAdded() {
      onClose()
      onDecided()
    },
  })
  return (
    <DialogFrame title="Not duplicates" onClose={onClose}>
      <NewDialogForm adding={deciding} onClose={onClose} label="Not duplicates" busyLabel="Saving…">
        {pair.records.map((record) => (
          <PatientSummary key={record.id} patient={record} withContact />
        ))}
        <Textarea
          label="Note"
          description="Shown to colleagues who look at this pair again"
          autosize
          minRows={2}
          maxLength={longestNote}
          {...deciding.form.getInputProps('note')}
        />
      </NewDialogForm>
    </DialogFrame>
  )
}
