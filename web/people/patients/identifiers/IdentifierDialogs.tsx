import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { exampleOf, identifierProblem } from '../../../../contract/people/identifier-rules.ts'
import type { IdentifierSystem } from '../../../../contract/people/identifier-systems.ts'
import {
  IdentifierCorrection,
  IdentifierEnd,
  IdentifierForm,
  longestEndReason,
  PatientIdentifier,
} from '../../../../contract/people/identifiers.ts'
import { longestIdentifier, type Patient } from '../../../../contract/people/patients.ts'
import { EditDialogForm } from '../../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../../ground/records/edit/record-edit.tsx'
import { NewDialogForm } from '../../../ground/records/form/NewDialogForm.tsx'
import { useNewRecord } from '../../../ground/records/form/new-record.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { fullName } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { identifierSystemsQuery } from '../../identifier-systems/public.ts'
import { PatientSummary } from '../identity/PatientSummary.tsx'
import { useIdentifierActions } from './queries.ts'

/** The contract’s form knows no systems, so their pattern and check digit are looked at here. */
function problemOf(system: IdentifierSystem | undefined, value: string): string | null {
  return system && value.trim() ? identifierProblem(system, value) : null
}

export function AddIdentifierDialog({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const { add } = useIdentifierActions(patient.id)
  const { data = [], isPending } = useQuery(identifierSystemsQuery)
  const inUse = data.filter(({ isRetired }) => !isRetired)
  const adding = useNewRecord({
    thing: 'identifier',
    blank: () => ({ systemId: inUse.length === 1 ? (inUse[0]?.id ?? null) : null, value: '' }),
    schema: IdentifierForm.superRefine(({ systemId, value }, context) => {
      const message = problemOf(
        data.find(({ id }) => id === systemId),
        value,
      )
      if (message) context.addIssue({ code: 'custom', path: ['value'], message })
    }),
    draftKey: `identifier:new:${patient.id}`,
    add,
    onAdded({ system }) {
      onClose()
      toast.success(`${system} recorded`)
    },
  })
  const { form } = adding
  const chosen = inUse.find(({ id }) => id === form.values.systemId)
  return (
    <DialogFrame title={<bdi>Add an identifier of {fullName(patient)}</bdi>} onClose={onClose}>
      <NewDialogForm adding={adding} onClose={onClose} label="Add identifier" busyLabel="Saving…">
        <PatientSummary patient={patient} />
        <Choice
          label="What it is"
          withAsterisk
          aria-required
          placeholder="Choose one"
          isLoading={isPending}
          data={inUse.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('systemId')}
        />
        <ValueField system={chosen} input={form.getInputProps('value')} />
      </NewDialogForm>
    </DialogFrame>
  )
}

const correctionFields = { value: { label: 'Identifier' } }

export function CorrectIdentifierDialog({
  patient,
  latest,
  onClose,
}: {
  patient: Patient
  latest: PatientIdentifier
  onClose: () => void
}) {
  const { correct } = useIdentifierActions(patient.id)
  const { data = [] } = useQuery(identifierSystemsQuery)
  const system = data.find(({ id }) => id === latest.systemId)
  const edit = useRecordEdit({
    thing: 'identifier',
    latest,
    ended: latest.ended ? 'ended' : undefined,
    record: PatientIdentifier,
    fields: correctionFields,
    schema: IdentifierCorrection.superRefine(({ value }, context) => {
      const message = problemOf(system, value)
      if (message) context.addIssue({ code: 'custom', path: ['value'], message })
    }),
    valuesOf: ({ value }: PatientIdentifier) => ({ value }),
    draftKey: `identifier:${latest.id}`,
    save: correct,
    told: (saved) => `${saved.system} corrected`,
    onSaved: onClose,
  })
  return (
    <DialogFrame
      title={
        <bdi>
          Correct {latest.system} of {fullName(patient)}
        </bdi>
      }
      onClose={onClose}
    >
      <EditDialogForm edit={edit} onClose={onClose} label="Save correction" busyLabel="Saving…">
        <PatientSummary patient={patient} />
        <ValueField system={system} input={edit.form.getInputProps('value')} />
      </EditDialogForm>
    </DialogFrame>
  )
}

function ValueField({ system, input }: { system: IdentifierSystem | undefined; input: object }): ReactNode {
  return (
    <TextInput
      label={correctionFields.value.label}
      description={system?.pattern ? `e.g. ${exampleOf(system.pattern)}` : 'As on the document'}
      withAsterisk
      aria-required
      autoComplete="off"
      spellCheck={false}
      maxLength={longestIdentifier}
      {...input}
    />
  )
}

export function EndIdentifierDialog({
  patient,
  identifier,
  onClose,
}: {
  patient: Patient
  identifier: PatientIdentifier
  onClose: () => void
}) {
  const { end } = useIdentifierActions(patient.id)
  const ending = useNewRecord({
    thing: 'identifier',
    blank: () => ({ reason: '' }),
    schema: IdentifierEnd,
    draftKey: `identifier:end:${identifier.id}`,
    add: (body) => end(body, identifier),
    onAdded({ system }) {
      onClose()
      toast.success(`${system} ended`)
    },
  })
  return (
    <DialogFrame
      title={
        <bdi>
          End {identifier.system} of {fullName(patient)}
        </bdi>
      }
      onClose={onClose}
    >
      <NewDialogForm adding={ending} onClose={onClose} label={`End ${identifier.system}`} busyLabel="Saving…">
        <PatientSummary
          patient={patient}
          now={
            <bdi>
              {identifier.system}: {identifier.value}
            </bdi>
          }
        />
        <TextInput
          label="Reason"
          description="It stays on the record as ended, and no longer finds the patient."
          withAsterisk
          aria-required
          autoComplete="off"
          maxLength={longestEndReason}
          {...ending.form.getInputProps('reason')}
        />
      </NewDialogForm>
    </DialogFrame>
  )
}
