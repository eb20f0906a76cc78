import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { addInventoryItem } from '../../../contract/inventory-items.ts'
import { api } from '../../client/api.ts'
import { seedAnswer } from '../../client/live/answers.ts'
import { ButtonLink } from '../../links/links.tsx'
import { failedWith } from '../../records/failures.ts'
import { FormFrame } from '../../records/form/FormFrame.tsx'
import { useNewRecord } from '../../records/form/new-record.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { toast } from '../../ui/toast.tsx'
import { itemQuery } from '../queries.ts'
import { blankItem, ItemFields, newItemSchema } from './ItemFields.tsx'

/** Adds an item to the store; what is on the shelf already is booked as its first movement. */
export function NewItem() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const entry = useNewRecord({
    thing: 'item',
    blank: blankItem,
    schema: newItemSchema,
    draftKey: 'item:new',
    add: (body, idempotencyKey) => api(addInventoryItem, { body }, { idempotencyKey }),
    async onAdded(added) {
      seedAnswer(queryClient, itemQuery(added.id), added)
      toast.success('Item added successfully')
      await navigate({ to: '/inventory' })
    },
    onFailure: failedWith('Failed to add item'),
  })

  return (
    <>
      <PageHeader title="Add Item" context="Item details, reorder level and current stock" />
      <FormFrame
        of={entry}
        saveLabel="Add Item"
        closing={
          <ButtonLink to="/inventory" variant="default" onClick={entry.giveUp}>
            Close
          </ButtonLink>
        }
      >
        <ItemFields form={entry.form} isNew />
      </FormFrame>
    </>
  )
}
