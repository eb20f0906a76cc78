import { Select, Stack, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { itemCategories, itemUnits } from '../../../contract/inventory-items.ts'
import { useSite } from '../../session/account.ts'
import { LocationField, locationsQuery, SupplierField, suppliersQuery } from '../../store-lists/public.ts'
import { FieldGrid, Section, WholeRow } from '../../ui/page/Section.tsx'
import { ExpiryField } from '../stock/ExpiryField.tsx'
import { categoryNames } from '../words.ts'
import { type ItemValues, itemFields } from './item-form.ts'

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
export function ItemFormFields({ form, isNew }: { form: UseFormReturnType<ItemValues>; isNew: boolean }) {
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
              label={itemFields.name}
              {...required}
              autoComplete="off"
              maxLength={200}
              {...form.getInputProps('name')}
            />
          </WholeRow>
          <Select
            label={itemFields.category}
            placeholder="Choose one"
            data={itemCategories.map((value) => ({ value, label: categoryNames[value] }))}
            {...required}
            {...form.getInputProps('category')}
            value={values.category}
          />
          <Select
            label={itemFields.unit}
            placeholder="Choose one"
            data={itemUnits}
            {...required}
            {...form.getInputProps('unit')}
            value={values.unit}
          />
          <TextInput
            label={itemFields.reorderLevel}
            description="At or below it the item counts as low"
            {...required}
            {...amount}
            {...form.getInputProps('reorderLevel')}
          />
          <TextInput
            label={itemFields.cost}
            description={`Of one unit, in ${currency}`}
            {...required}
            {...amount}
            {...form.getInputProps('cost')}
          />
        </FieldGrid>
      </Section>
      {isNew && (
        <Section title="On the shelf now">
          <FieldGrid>
            <WholeRow>
              <TextInput
                label="Quantity"
                description={
                  values.unit ? `In ${values.unit}; 0 when there is none yet` : '0 when there is none yet'
                }
                {...required}
                {...amount}
                {...form.getInputProps('quantity')}
              />
            </WholeRow>
            <TextInput
              label="Batch number"
              description="As on the package, if it has one"
              inputWrapperOrder={amount.inputWrapperOrder}
              autoComplete="off"
              maxLength={60}
              {...form.getInputProps('batchNumber')}
            />
            <ExpiryField label="Expiry date" {...form.getInputProps('expiryDate')} />
          </FieldGrid>
        </Section>
      )}
      <Section title="Supply and storage">
        <FieldGrid>
          <SupplierField
            label={itemFields.supplierId}
            suppliers={suppliers.data}
            {...form.getInputProps('supplierId')}
            value={values.supplierId}
          />
          <LocationField
            label={itemFields.storageLocationId}
            locations={locations.data}
            {...form.getInputProps('storageLocationId')}
            value={values.storageLocationId}
          />
          <WholeRow>
            <TextInput
              label={itemFields.description}
              autoComplete="off"
              {...form.getInputProps('description')}
            />
          </WholeRow>
          <WholeRow>
            <Textarea label={itemFields.notes} rows={3} {...form.getInputProps('notes')} />
          </WholeRow>
        </FieldGrid>
      </Section>
    </Stack>
  )
}
