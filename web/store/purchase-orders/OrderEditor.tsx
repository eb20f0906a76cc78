import { ActionIcon, Loader, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { packWords } from '../../../contract/store/packs.ts'
import type { RecordFields } from '../../ground/records/edit/differences.ts'
import { FormFrame, type FramedForm } from '../../ground/records/form/FormFrame.tsx'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { DayField } from '../../ground/ui/form/DayField.tsx'
import { useAwaitedHit, useLookup } from '../../ground/ui/form/first-hit.ts'
import { dayWords } from '../../ground/ui/form/typed-day.ts'
import { FieldGrid, Section } from '../../ground/ui/page/Section.tsx'
import { formatQuantity, itemListQuery, readAmount, useMoney } from '../items/public.ts'
import { SupplierField, SupplierName, suppliersQuery } from '../suppliers-and-locations/public.ts'
import classes from './Order.module.css'
import { lineOf, lineWords, type OrderValues, sameLines, totalOf } from './order-form.ts'

/** The fields that an edit of a draft can change, in the order and words of the form. */
export const orderFields = {
  supplierId: { label: 'Supplier', words: (id: string | null) => id && <SupplierName id={id} /> },
  neededBy: { label: 'Needed by', words: dayWords },
  notes: { label: 'Notes' },
  lines: { label: 'Lines', words: lineWords, same: sameLines },
} satisfies RecordFields<OrderValues>

/** A draft's supplier, lines and notes, with a way to add an item and to take one off. */
export function OrderEditor({
  of,
  hasNothingToSave,
  closing,
}: {
  of: FramedForm & { form: UseFormReturnType<OrderValues> }
  hasNothingToSave?: boolean
  /** Content beside the save button. */
  closing?: ReactNode
}) {
  const money = useMoney()
  const suppliers = useQuery(suppliersQuery)
  const today = useToday()
  const { form } = of
  const { values } = form
  const box = useRef<HTMLDivElement>(null)

  function remove(place: number) {
    form.removeListItem('lines', place)
    // The button that had the focus is gone.
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLInputElement>('[data-add-item] input')?.focus(),
    )
  }

  return (
    <FormFrame of={of} saveLabel="Save Draft" hasNothingToSave={hasNothingToSave} closing={closing}>
      <div ref={box} className={classes.page}>
        <Section title="Order">
          <FieldGrid>
            <SupplierField
              label={orderFields.supplierId.label}
              suppliers={suppliers.data}
              {...form.getInputProps('supplierId')}
              value={values.supplierId}
            />
            <DayField
              label={orderFields.neededBy.label}
              today={today}
              required={false}
              {...form.getInputProps('neededBy')}
              value={values.neededBy}
            />
            <Textarea
              label={orderFields.notes.label}
              rows={1}
              autosize
              maxRows={5}
              {...form.getInputProps('notes')}
            />
          </FieldGrid>
        </Section>
        <Section title={orderFields.lines.label} flush>
          <ul className={classes.lines}>
            {values.lines.map((line, place) => (
              <li key={line.inventoryItemId} className={classes.line}>
                <span className={classes.item}>
                  <bdi>{line.inventoryItemName}</bdi>
                </span>
                <TextInput
                  label={
                    <>
                      Quantity<span className="sr-only"> of {line.inventoryItemName}</span> ({line.unit})
                    </>
                  }
                  inputMode="decimal"
                  autoComplete="off"
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  description={packHint(line)}
                  {...form.getInputProps(`lines.${place}.quantity`)}
                />
                <TextInput
                  label={
                    <>
                      Unit cost<span className="sr-only"> of {line.inventoryItemName}</span>
                    </>
                  }
                  inputMode="decimal"
                  autoComplete="off"
                  {...form.getInputProps(`lines.${place}.cost`)}
                />
                <ActionIcon
                  variant="subtle"
                  color="red"
                  size="lg"
                  aria-label={`Remove ${line.inventoryItemName}`}
                  onClick={() => remove(place)}
                >
                  <IconTrash size={18} stroke={1.6} aria-hidden="true" />
                </ActionIcon>
              </li>
            ))}
            <li className={classes.adding} data-add-item>
              <AddLine form={form} />
            </li>
          </ul>
          <p className={classes.total}>
            Total <strong>{money(totalOf(values))}</strong>
          </p>
        </Section>
      </div>
    </FormFrame>
  )
}

/** In how many packs a line is, or what a pack holds: it has its place before a quantity is typed. */
function packHint({ quantity, packSize }: OrderValues['lines'][number]): string | undefined {
  // A draft that was typed before there were pack sizes has none.
  if (!packSize) return undefined
  return packWords(readAmount(quantity) ?? 0, packSize) ?? `Packs of ${formatQuantity(packSize)}`
}

/** Finds an item by name and puts it on the order. */
function AddLine({ form }: { form: UseFormReturnType<OrderValues> }) {
  const [search, setSearch] = useState('')
  const lookup = useLookup(search)
  const found = useQuery(itemListQuery({ search: lookup.search || undefined, limit: 30 }))
  const isAnswered = found.data !== undefined && !found.isPlaceholderData
  const taken = new Set(form.values.lines.map(({ inventoryItemId }) => inventoryItemId))
  const free = (found.data?.items ?? []).filter(({ id }) => !taken.has(id))
  const input = form.getInputProps('lines')

  function take(item: (typeof free)[number]) {
    form.insertListItem('lines', lineOf(item))
    form.clearFieldError('lines')
    setSearch('')
  }
  useAwaitedHit(lookup, isAnswered ? free : undefined, take)

  return (
    <Choice
      id={String(Reflect.get(input, 'id'))}
      label="Add an item"
      placeholder="Part of its name"
      inputMode="text"
      lookup={{ isBehind: lookup.isBehind || !isAnswered, wait: lookup.wait }}
      searchValue={search}
      onSearchChange={setSearch}
      onInput={lookup.forget}
      value={null}
      error={input.error}
      rightSection={found.isFetching ? <Loader size={16} aria-label="Looking for items" /> : undefined}
      nothingFoundMessage={found.isFetching ? 'Looking for items…' : 'No item matches'}
      data={free.map(({ id, name, unit }) => ({ value: id, label: `${name} (${unit})` }))}
      onChange={(id) => {
        const item = free.find((one) => one.id === id)
        if (item) take(item)
      }}
    />
  )
}
