import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { InventoryItem } from '../../../../contract/store/items.ts'
import { disposeCauses, type MovementKind } from '../../../../contract/store/kinds.ts'
import { wholeCodeWanted } from '../../../../contract/store/recipients.ts'
import { mostEmptied } from '../../../../contract/store/stock.ts'
import { wardNames, wards } from '../../../../contract/wards/wards.ts'
import { useMay } from '../../../ground/sign-in/account.ts'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { ChoiceBar } from '../../../ground/ui/list/ChoiceBar.tsx'
import { LateAllergyQuestion } from '../../../people/patients/public.ts'
import { batchesQuery, emptiedBatchesQuery } from '../queries.ts'
import { causeNames } from '../words.ts'
import { batchChoices, firstOut, firstUsable, takesEmptied } from './batch-choices.ts'
import classes from './Movement.module.css'
import type { MovementValues } from './movement-form.ts'
import { RecipientField } from './RecipientField.tsx'
import type { RecipientLookup } from './use-recipient.ts'

/** Descriptions stand below their inputs, so that fields side by side stand level. */
const belowInput: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** The batch of a movement. An issue takes the batch that expires first, unless another is chosen. */
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
  const [typed, setTyped] = useState('')
  const emptied = useEmptied(item.id, { isWanted: takesEmptied(kind), chosen: value, typed })
  const batches = shelf.data
  const failure = [shelf, emptied.query].find(({ isLoadingError }) => isLoadingError)?.error
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
      data={batchChoices(kind, item.unit, batches, emptied.batches)}
      isLoading={emptied.isBehind}
      onSearchChange={setTyped}
      value={kind === 'ISSUE' ? value || firstOut : value || null}
      onChange={(chosen) => onChange(chosen && chosen !== firstOut ? chosen : '')}
    />
  )
}

/**
 * The newest of an item's empty batches, including the chosen one. If there are more, also those whose number contains
 * what is typed.
 */
function useEmptied(
  itemId: string,
  { isWanted, chosen, typed }: { isWanted: boolean; chosen: string; typed: string },
) {
  const query = useQuery({
    ...emptiedBatchesQuery(itemId, chosen ? { including: chosen } : {}),
    enabled: isWanted,
  })
  const newest = query.data ?? []
  const hasMore = newest.length >= mostEmptied
  const wanted = hasMore && !chosen ? typed.trim() : ''
  const [search] = useDebouncedValue(wanted, 200)
  const found = useQuery({ ...emptiedBatchesQuery(itemId, { search }), enabled: isWanted && search !== '' })
  const isFound = search !== '' && found.data !== undefined
  const known = new Set(newest.map(({ id }) => id))
  return {
    query,
    batches: isFound ? [...newest, ...found.data.filter(({ id }) => !known.has(id))] : newest,
    isBehind: wanted !== search || (search !== '' && found.isFetching),
  }
}

/** Where stock goes or comes from: a ward or, for users who may issue to patients, one patient. */
export function DestinationFields({
  item,
  form,
  kind,
  recipient,
}: {
  item: InventoryItem
  form: UseFormReturnType<MovementValues>
  kind: 'ISSUE' | 'RETURN'
  recipient: RecipientLookup
}) {
  const mayDo = useMay()
  const { ward, patientCode } = form.values
  const isForPatient = form.values.recipient === 'patient'
  const wardInput = form.getInputProps('ward')
  const isIssue = kind === 'ISSUE'
  return (
    <div className={classes.recipient} data-of={form.values.recipient}>
      {mayDo('inventory.dispense') && (
        <ChoiceBar
          label={isIssue ? 'Issue to' : 'Returned from'}
          value={form.values.recipient}
          onChange={(chosen) => {
            form.setFieldValue('recipient', chosen)
            form.clearFieldError('ward')
          }}
          choices={[
            { value: 'ward', label: 'A ward' },
            { value: 'patient', label: 'A patient' },
          ]}
        />
      )}
      {isForPatient ? (
        <>
          <RecipientField
            id={String(Reflect.get(wardInput, 'id'))}
            label={isIssue ? 'Patient' : 'Patient (optional)'}
            withAsterisk={isIssue}
            value={patientCode}
            onType={(typed) => {
              form.setFieldValue('patientCode', typed)
              form.setFieldValue('patientId', null)
              form.clearFieldError('ward')
              form.clearFieldError('patientId')
              recipient.forget()
            }}
            recipient={recipient}
            now={`Check that this is the patient, then ${isIssue ? 'issue' : 'return'}.`}
            error={wardInput.error ? `${wholeCodeWanted}.` : form.errors.patientId}
          />
          {isIssue && recipient.found && (
            <LateAllergyQuestion
              of={recipient.found}
              name={item.name}
              label="Reason to issue it despite the allergy"
              input={form.getInputProps('allergyReason')}
            />
          )}
        </>
      ) : (
        <Choice
          {...wardInput}
          label={isIssue ? 'Ward' : 'Ward (optional)'}
          withAsterisk={isIssue}
          aria-required={isIssue || undefined}
          placeholder="Choose a ward"
          clearable={!isIssue}
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
