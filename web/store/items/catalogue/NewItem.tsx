import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { addInventoryItem } from '../../../../contract/store/items.ts'
import { api } from '../../../ground/client/api.ts'
import { seedAnswer } from '../../../ground/client/live/own-writes.ts'
import { ButtonLink } from '../../../ground/links/links.tsx'
import { failedWith } from '../../../ground/records/failures.ts'
import { FormFrame } from '../../../ground/records/form/FormFrame.tsx'
import { useNewRecord } from '../../../ground/records/form/new-record.tsx'
import { PageHeader } from '../../../ground/ui/page/PageHeader.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
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
