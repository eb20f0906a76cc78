import { Stack, Switch, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import {
  type InventoryItem,
  InventoryItemEdit,
  InventoryItemForm,
  type ItemUnit,
  itemUnits,
} from '../../../../contract/store/items.ts'
import { type ItemCategory, itemCategories } from '../../../../contract/store/kinds.ts'
import { openingBatch } from '../../../../contract/store/stock.ts'
import type { RecordFields } from '../../../ground/records/edit/differences.ts'
import { typedForm } from '../../../ground/records/form/typed.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { FieldGrid, Section, WholeRow } from '../../../ground/ui/page/Section.tsx'
import {
  LocationField,
  LocationName,
  locationsQuery,
  SupplierField,
  SupplierName,
  suppliersQuery,
} from '../../suppliers-and-locations/public.ts'
import { ExpiryField } from '../stock/ExpiryField.tsx'
import { categoryNames, formatQuantity, readAmount, sameAmount } from '../words.ts'

/** The values of the item form. All of them are kept as a draft. */
export interface ItemValues {
  name: string
  category: ItemCategory | null
  quantity: string
  unit: ItemUnit | null
  packSize: string
  isControlled: boolean
  reorderLevel: string
  cost: string
  description: string
  supplierId: string | null
  storageLocationId: string | null
  batchNumber: string
  /** yyyy-mm-dd once understood, what was typed until then. */
  expiryDate: string
  notes: string
}

/** The fields that an edit can change, in the order and words of the form. */
export const itemFields = {
  name: { label: 'Name' },
  category: {
    label: 'Category',
    words: (category: ItemCategory | null) => category && categoryNames[category],
  },
  unit: { label: 'Unit' },
  packSize: {
    label: 'Pack size',
    words: (typed: string) => typed && formatQuantity(readAmount(typed) ?? 0),
    same: sameAmount,
  },
  isControlled: { label: 'Controlled medicine', words: (is: boolean) => (is ? 'Yes' : 'No') },
  reorderLevel: {
    label: 'Reorder level',
    words: (typed: string) => formatQuantity(readAmount(typed) ?? 0),
    same: sameAmount,
  },
  cost: { label: 'Cost', same: sameAmount },
  supplierId: { label: 'Supplier', words: (id: string | null) => id && <SupplierName id={id} /> },
  storageLocationId: {
    label: 'Storage location',
    words: (id: string | null) => id && <LocationName id={id} />,
  },
  description: { label: 'Description' },
  notes: { label: 'Notes' },
} satisfies RecordFields<ItemValues>

export function blankItem(): ItemValues {
  return {
    name: '',
    category: null,
    quantity: '',
    unit: null,
    packSize: '',
    isControlled: false,
    reorderLevel: '',
    cost: '',
    description: '',
    supplierId: null,
    storageLocationId: null,
    batchNumber: '',
    expiryDate: '',
    notes: '',
  }
}

export function itemValues(item: InventoryItem): ItemValues {
  return {
    name: item.name,
    category: item.category,
    quantity: '',
    unit: item.unit,
    packSize: item.packSize === null ? '' : String(item.packSize),
    isControlled: item.isControlled,
    reorderLevel: String(item.reorderLevel),
    cost: item.cost.toFixed(2),
    description: item.description ?? '',
    supplierId: item.supplierId,
    storageLocationId: item.storageLocationId,
    batchNumber: '',
    expiryDate: '',
    notes: item.notes ?? '',
  }
}

function fieldsOf({
  name,
  category,
  unit,
  description,
  supplierId,
  storageLocationId,
  notes,
  isControlled,
  ...typed
}: ItemValues) {
  return {
    name,
    category: category ?? undefined,
    unit: unit ?? undefined,
    packSize: readAmount(typed.packSize) ?? null,
    isControlled,
    reorderLevel: readAmount(typed.reorderLevel),
    cost: readAmount(typed.cost),
    description,
    supplierId,
    storageLocationId,
    notes,
  }
}

function newItemOf(values: ItemValues) {
  const { batchNumber, expiryDate } = values
  return {
    ...fieldsOf(values),
    quantity: readAmount(values.quantity),
    batchNumber: batchNumber.trim() || (expiryDate.trim() ? openingBatch : null),
    expiryDate,
  }
}

export const newItemSchema = typedForm(InventoryItemForm, newItemOf, ({ expiryDate }) => [
  ['expiryDate', expiryDate],
])
export const itemEditSchema = typedForm(InventoryItemEdit, fieldsOf)

const required = { withAsterisk: true, 'aria-required': true } as const
const amount = {
  inputMode: 'decimal',
  autoComplete: 'off',
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
    | 'label'
    | 'input'
    | 'description'
    | 'error'
  )[],
} satisfies TextInputProps

/** The fields of the item form; what is on the shelf at first stands only on that of a new item. */
export function ItemFields({ form, isNew }: { form: UseFormReturnType<ItemValues>; isNew: boolean }) {
  const { currency } = useSite()
  const suppliers = useQuery(suppliersQuery)
  const locations = useQuery(locationsQuery)
  const { values } = form
  return (
    <Stack gap="md">
      <Section title="Item">
        <FieldGrid>
          <WholeRow>
            <TextInput
              label={itemFields.name.label}
              {...required}
              autoComplete="off"
              maxLength={200}
              {...form.getInputProps('name')}
            />
          </WholeRow>
          <Choice
            label={itemFields.category.label}
            placeholder="Choose one"
            data={itemCategories.map((value) => ({ value, label: categoryNames[value] }))}
            {...required}
            {...form.getInputProps('category')}
            value={values.category}
          />
          <Choice
            label={itemFields.unit.label}
            placeholder="Choose one"
            data={itemUnits}
            {...required}
            {...form.getInputProps('unit')}
            value={values.unit}
          />
          <TextInput
            label={itemFields.packSize.label}
            description={`How many ${values.unit ?? 'units'} a pack holds, if it is ordered in packs`}
            {...amount}
            {...form.getInputProps('packSize')}
          />
          <TextInput
            label={itemFields.reorderLevel.label}
            description="Low-stock threshold"
            {...required}
            {...amount}
            {...form.getInputProps('reorderLevel')}
          />
          <TextInput
            label={itemFields.cost.label}
            description={`Per unit, in ${currency}`}
            {...required}
            {...amount}
            {...form.getInputProps('cost')}
          />
          <WholeRow>
            <Switch
              {...form.getInputProps('isControlled', { type: 'checkbox' })}
              label={itemFields.isControlled.label}
              description="Your hospital may want two people to dispose of it."
            />
          </WholeRow>
        </FieldGrid>
      </Section>
      {isNew && (
        <Section title="Current Stock">
          <FieldGrid>
            <WholeRow>
              <TextInput
                label="Quantity"
                description={
                  values.unit
                    ? `In ${values.unit}. Enter 0 if there is none yet`
                    : 'Enter 0 if there is none yet'
                }
                {...required}
                {...amount}
                {...form.getInputProps('quantity')}
              />
            </WholeRow>
            <TextInput
              label="Batch number"
              description="As printed on the package, if any"
              inputWrapperOrder={amount.inputWrapperOrder}
              autoComplete="off"
              maxLength={60}
              {...form.getInputProps('batchNumber')}
            />
            <ExpiryField label="Expiry date" {...form.getInputProps('expiryDate')} />
          </FieldGrid>
        </Section>
      )}
      <Section title="Supply and Storage">
        <FieldGrid>
          <SupplierField
            label={itemFields.supplierId.label}
            suppliers={suppliers.data}
            {...form.getInputProps('supplierId')}
            value={values.supplierId}
          />
          <LocationField
            label={itemFields.storageLocationId.label}
            locations={locations.data}
            {...form.getInputProps('storageLocationId')}
            value={values.storageLocationId}
          />
          <WholeRow>
            <TextInput
              label={itemFields.description.label}
              autoComplete="off"
              {...form.getInputProps('description')}
            />
          </WholeRow>
          <WholeRow>
            <Textarea label={itemFields.notes.label} rows={3} {...form.getInputProps('notes')} />
          </WholeRow>
        </FieldGrid>
      </Section>
    </Stack>
  )
}
