import { SegmentedControl } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { InventoryItem } from '../../../contract/inventory-items.ts'
import { disposeCauses, type MovementKind } from '../../../contract/store/kinds.ts'
import { wardNames, wards } from '../../../contract/wards.ts'
import { PatientPicker } from '../../patients/public.ts'
import { useMay } from '../../session/account.ts'
import { Choice } from '../../ui/form/Choice.tsx'
import { batchesQuery, emptiedBatchesQuery } from '../queries.ts'
import { causeNames } from '../words.ts'
import { batchChoices, firstOut, firstUsable, takesEmptied } from './batch-choices.ts'
import classes from './Movement.module.css'
import type { MovementValues } from './movement-form.ts'

/** What explains a field stands below it, so that fields side by side stand level. */
const belowInput: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** Which batch: for an issue, what expires first unless another is chosen. */
export function BatchField({
  item,
  kind,
  value,
  onChange,
  ...input
}: {
  item: InventoryItem
  kind: MovementKind
  value: string
  onChange: (batchId: string) => void
  id?: string
  error?: ReactNode
  onFocus?: () => void
  onBlur?: () => void
}) {
  const shelf = useQuery(batchesQuery(item.id))
  const emptied = useQuery({ ...emptiedBatchesQuery(item.id), enabled: takesEmptied(kind) })
  const batches = shelf.data
  const failure = [shelf, emptied].find(({ isLoadingError }) => isLoadingError)?.error
  const first = firstUsable(batches)
  return (
    <Choice
      {...input}
      label="Batch"
      inputWrapperOrder={belowInput}
      description={
        kind === 'ISSUE' && first
          ? `Earliest expiry: ${first.batchNumber}`
          : kind === 'ISSUE' && batches
            ? 'All stock has expired, or there is none'
            : undefined
      }
      withAsterisk={kind !== 'ISSUE'}
      aria-required={kind !== 'ISSUE' || undefined}
      placeholder="Choose a batch"
      nothingFoundMessage="No batch has stock"
      error={input.error ?? (failure ? `The batches could not be loaded. ${failure.message}` : undefined)}
      data={batchChoices(kind, item.unit, batches, emptied.data)}
      value={kind === 'ISSUE' ? value || firstOut : value || null}
      onChange={(chosen) => onChange(chosen && chosen !== firstOut ? chosen : '')}
    />
  )
}

/** To or from whom: a ward, or a patient for those who may see patients. */
export function DestinationFields({
  form,
  kind,
}: {
  form: UseFormReturnType<MovementValues>
  kind: 'ISSUE' | 'RETURN'
}) {
  const mayDo = useMay()
  const { recipient, ward, patientId } = form.values
  const wardInput = form.getInputProps('ward')
  const from = kind === 'ISSUE' ? 'Issue to' : 'Returned from'
  return (
    <div className={classes.recipient}>
      {mayDo('patient.view') && (
        <SegmentedControl
          aria-label={from}
          size="xs"
          value={recipient}
          onChange={(chosen) => {
            form.setFieldValue('recipient', chosen === 'patient' ? 'patient' : 'ward')
            form.clearFieldError('ward')
          }}
          data={[
            { value: 'ward', label: 'A ward' },
            { value: 'patient', label: 'A patient' },
          ]}
        />
      )}
      {recipient === 'patient' ? (
        <PatientPicker
          label={kind === 'ISSUE' ? 'Patient' : 'Patient (optional)'}
          withAsterisk={kind === 'ISSUE'}
          value={patientId}
          onChange={(id) => {
            form.setFieldValue('patientId', id)
            form.clearFieldError('ward')
          }}
          id={String(Reflect.get(wardInput, 'id'))}
          error={wardInput.error ? 'Choose a patient' : form.errors.patientId}
        />
      ) : (
        <Choice
          {...wardInput}
          label={kind === 'ISSUE' ? 'Ward' : 'Ward (optional)'}
          withAsterisk={kind === 'ISSUE'}
          aria-required={kind === 'ISSUE' || undefined}
          placeholder="Choose a ward"
          clearable={kind === 'RETURN'}
          clearButtonProps={{ 'aria-label': 'Clear the ward' }}
          error={wardInput.error ? 'Choose a ward' : undefined}
          data={wards.map((value) => ({ value, label: wardNames[value] }))}
          value={ward}
        />
      )}
    </div>
  )
}

export function CauseField({
  value,
  ...input
}: {
  value: MovementValues['cause']
  onChange?: (cause: string | null) => void
  id?: string
  error?: ReactNode
}) {
  return (
    <Choice
      {...input}
      label="Cause"
      withAsterisk
      aria-required
      placeholder="Choose one"
      data={disposeCauses.map((cause) => ({ value: cause, label: causeNames[cause] }))}
      value={value}
    />
  )
}
