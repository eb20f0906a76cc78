import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { optionalLines } from '../../../../contract/api/fields.ts'
import { type Merge, undoMerge } from '../../../../contract/people/duplicates/merges.ts'
import type { Patient } from '../../../../contract/people/patients.ts'
import { api } from '../../../ground/client/api.ts'
import { refusedBy } from '../../../ground/records/failures.ts'
import { NewDialogForm } from '../../../ground/records/form/NewDialogForm.tsx'
import { useNewRecord } from '../../../ground/records/form/new-record.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
import { PatientSummary } from '../identity/PatientSummary.tsx'
import classes from './Merge.module.css'
import { countWords, fieldLabels } from './words.ts'

const Reason = z.object({ reason: optionalLines(500) })

/** Makes two records of one again. */
export function UndoMergeDialog({
  patient,
  merge,
  onClose,
}: {
  patient: Patient
  merge: Merge
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const undoing = useNewRecord({
    thing: 'undo',
    blank: () => ({ reason: '' }),
    schema: Reason,
    draftKey: `merge-undo:${merge.id}`,
    add: (body, idempotencyKey) => api(undoMerge, { params: { id: merge.id }, body }, { idempotencyKey }),
    async onAdded({ mergedMrn, keptFields }) {
      onClose()
      const kept = keptFields.map((field) => fieldLabels[field].toLowerCase()).join(', ')
      toast.success(`${mergedMrn} is a record of its own again${kept && `. Edited since, and kept: ${kept}`}`)
      await queryClient.invalidateQueries({ queryKey: ['patient'] })
    },
    onFailure: refusedBy('Not undone'),
  })
  return (
    <DialogFrame title={`Undo the merge of ${merge.mergedMrn}`} onClose={onClose}>
      <NewDialogForm adding={undoing} onClose={onClose} label="Undo merge" busyLabel="Undoing…">
        <PatientSummary patient={patient} />
        <p className={classes.said}>
          {merge.mergedMrn} becomes a record of its own again, with what was entered in it.{' '}
          {merge.since.length > 0
            ? `Entered since the merge, and staying with ${patient.mrn}: ${countWords(merge.since)}.`
            : 'Nothing was entered since the merge.'}
        </p>
        <Textarea
          label="Reason"
          autosize
          minRows={2}
          maxLength={500}
          {...undoing.form.getInputProps('reason')}
        />
      </NewDialogForm>
    </DialogFrame>
  )
}
