import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { InventoryItem } from '../../../../contract/store/items.ts'
import { batchesQuery } from '../queries.ts'
import { amountOf, formatQuantity, readAmount } from '../words.ts'
import type { MovementValues } from './movement-form.ts'

/** The present quantity of a batch; a batch on no list is empty. Undefined before it is known. */
function useOnRecord(item: InventoryItem, batchId: string): number | undefined {
  const { data: batches } = useQuery(batchesQuery(item.id))
  return batchId && batches ? (batches.find(({ id }) => id === batchId)?.quantity ?? 0) : undefined
}

/**
 * The counted quantity of a batch, with the difference to the record while it is typed. The form keeps the figure that
 * the count was compared with: the server refuses a count that was compared with another figure than its own.
 */
export function CountedField({
  item,
  form,
}: {
  item: InventoryItem
  form: UseFormReturnType<MovementValues>
}) {
  const { batchId, counted, onRecord } = form.values
  const now = useOnRecord(item, batchId)
  const { setFieldValue } = form
  // The count is compared with the first figure shown; a newer one is shown before it counts.
  useEffect(() => {
    if (onRecord === null && now !== undefined) setFieldValue('onRecord', now)
  }, [onRecord, now, setFieldValue])
  const moved = now !== undefined && onRecord !== null && now !== onRecord
  return (
    <TextInput
      label={`Counted quantity (${item.unit})`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        <span role="status">
          {moved && `The stock has moved: ${formatQuantity(onRecord)} on record before. `}
          {differenceWords(readAmount(counted), now, item)}
        </span>
      }
      withAsterisk
      aria-required
      inputMode="decimal"
      autoComplete="off"
      data-autofocus
      {...form.getInputProps('counted')}
    />
  )
}

/** 'Counted 42, on record 40: 2 more' */
function differenceWords(counted: number | undefined, onRecord: number | undefined, item: InventoryItem) {
  if (onRecord === undefined) return 'Choose the batch that you counted'
  if (counted === undefined || Number.isNaN(counted)) return `On record: ${amountOf(onRecord, item.unit)}`
  const difference = (Math.round(counted * 1000) - Math.round(onRecord * 1000)) / 1000
  const words =
    difference === 0
      ? 'no difference'
      : `${formatQuantity(Math.abs(difference))} ${difference > 0 ? 'more' : 'fewer'}`
  return `Counted ${formatQuantity(counted)}, on record ${formatQuantity(onRecord)}: ${words}`
}
