import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import {
  Coverage,
  type CoverageRank,
  coverageRankNames,
  coverageRanks,
  hasExpired,
  longestMemberNumber,
  longestPlan,
} from '../../../../contract/people/coverage.ts'
import type { Patient } from '../../../../contract/people/patients.ts'
import { EditDialogForm } from '../../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../../ground/records/edit/record-edit.tsx'
import { refusedBy } from '../../../ground/records/failures.ts'
import { NewDialogForm } from '../../../ground/records/form/NewDialogForm.tsx'
import { useNewRecord } from '../../../ground/records/form/new-record.tsx'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { ConfirmDialog } from '../../../ground/ui/dialog/ConfirmDialog.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { DayField } from '../../../ground/ui/form/DayField.tsx'
import { fullName } from '../../../ground/ui/format.ts'
import { FieldGrid } from '../../../ground/ui/page/Section.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
import { payersQuery } from '../../payers/public.ts'
import { PatientSummary } from '../identity/PatientSummary.tsx'
import {
  blankCoverage,
  type CoverageValues,
  coverageFields,
  coverageSchema,
  coverageValues,
} from './coverage-form.ts'
import { useCoverageActions } from './queries.ts'

interface Props {
  patient: Patient
  /** All coverage of the patient. */
  all: readonly Coverage[]
  onClose: () => void
}

/** Adds coverage of a patient, or changes what there is. */
export function CoverageDialog({ editing, ...props }: Props & { editing: Coverage | undefined }) {
  const { patient, all, onClose } = props
  const latest = editing && (all.find(({ id }) => id === editing.id) ?? editing)
  return (
    <DialogFrame
      title={<bdi>{`${editing ? 'Edit' : 'Add'} coverage of ${fullName(patient)}`}</bdi>}
      onClose={onClose}
    >
      {latest ? <EditForm {...props} latest={latest} /> : <AddForm {...props} />}
    </DialogFrame>
  )
}

function AddForm({ patient, all, onClose }: Props) {
  const today = useToday()
  const { add } = useCoverageActions()
  const taken = all.filter((one) => !hasExpired(one, today)).map(({ rank }) => rank)
  const adding = useNewRecord({
    thing: 'coverage',
    blank: () => blankCoverage(taken),
    schema: coverageSchema,
    draftKey: `coverage:${patient.id}`,
    add: (body, attemptKey) => add(patient.id, body, attemptKey),
    onAdded({ payerName }) {
      onClose()
      toast.success(`Coverage by ${payerName} added`)
    },
    onFailure: refusedBy('Not saved'),
  })
  return (
    <NewDialogForm adding={adding} onClose={onClose} label="Add coverage" busyLabel="Adding…">
      <Fields form={adding.form} patient={patient} />
    </NewDialogForm>
  )
}

function EditForm({ patient, all, latest, onClose }: Props & { latest: Coverage }) {
  const { edit: save } = useCoverageActions()
  const names = new Map(useQuery(payersQuery).data?.map(({ id, name }) => [id, name]))
  names.set(latest.payerId, latest.payerName)
  const edit = useRecordEdit({
    thing: 'coverage',
    latest,
    ended: all.some(({ id }) => id === latest.id) ? undefined : 'removed',
    record: Coverage,
    fields: coverageFields((id) => names.get(id)),
    schema: coverageSchema,
    valuesOf: coverageValues,
    draftKey: `coverage:${latest.id}`,
    save,
    told: ({ payerName }) => `Coverage by ${payerName} updated`,
    onSaved: onClose,
    onFailure: refusedBy('Not saved'),
  })
  return (
    <EditDialogForm edit={edit} onClose={onClose} label="Save coverage" busyLabel="Saving…">
      <Fields form={edit.form} patient={patient} present={latest} />
    </EditDialogForm>
  )
}

function Fields({
  form,
  patient,
  present,
}: {
  form: Pick<UseFormReturnType<CoverageValues>, 'getInputProps' | 'values'>
  patient: Patient
  /** The coverage that is edited; its payer may have been retired since. */
  present?: Coverage
}) {
  const today = useToday()
  const payers = useQuery(payersQuery)
  const offered = payers.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  if (present && !offered.some(({ value }) => value === present.payerId))
    offered.push({ value: present.payerId, label: present.payerName })
  const fields = coverageFields(() => undefined)
  const input = (name: keyof CoverageValues) => ({
    label: fields[name].label,
    ...form.getInputProps(name),
  })
  const required = { withAsterisk: true, 'aria-required': true } as const
  const day = (name: 'validFrom' | 'validUntil') => (
    <DayField {...input(name)} today={today} required={false} earliest={null} value={form.values[name]} />
  )
  return (
    <>
      <PatientSummary patient={patient} />
      <FieldGrid>
        <Choice
          {...input('payerId')}
          {...required}
          value={form.values.payerId || null}
          placeholder="Choose one"
          nothingFoundMessage={
            payers.data?.length === 0
              ? 'No payers yet: an administrator adds them in the settings'
              : 'No match'
          }
          isLoading={payers.isPending}
          data={offered}
        />
        <Choice
          {...input('rank')}
          {...required}
          data={coverageRanks.map((rank: CoverageRank) => ({
            value: `${rank}`,
            label: coverageRankNames[rank],
          }))}
        />
        <TextInput
          {...input('memberNumber')}
          {...required}
          autoComplete="off"
          spellCheck={false}
          maxLength={longestMemberNumber}
        />
        <TextInput {...input('plan')} autoComplete="off" maxLength={longestPlan} />
        {day('validFrom')}
        {day('validUntil')}
      </FieldGrid>
    </>
  )
}

/** Asks before coverage that was entered in error is removed. */
export function RemoveCoverageDialog({
  patient,
  coverage: { payerName, memberNumber },
  onRemove,
  onClose,
}: {
  patient: Patient
  coverage: Coverage
  onRemove: () => Promise<void>
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Remove this coverage?"
      confirmLabel="Remove coverage"
      busyLabel="Removing…"
      onConfirm={onRemove}
    >
      <PatientSummary patient={patient} now={<bdi>{`${payerName}, member ${memberNumber}`}</bdi>} />
      <p>Remove only what was entered in error. Coverage that has ended gets a last day instead.</p>
    </ConfirmDialog>
  )
}
