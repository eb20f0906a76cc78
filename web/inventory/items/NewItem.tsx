import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { addInventoryItem } from '../../../contract/inventory-items.ts'
import { ApiError, api } from '../../client/api.ts'
import { useFormDraft } from '../../client/drafts.ts'
import { useContractForm } from '../../client/forms.ts'
import { useMe } from '../../session/account.ts'
import { DraftNotice } from '../../ui/form/DraftNotice.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { toast } from '../../ui/toast.tsx'
import { itemQuery } from '../queries.ts'
import { ItemFormFields } from './ItemFormFields.tsx'
import { ItemFormFrame } from './ItemFormFrame.tsx'
import { blankItem, newItemBody, newItemSchema } from './item-form.ts'

/** Adds an item to the store; what is on the shelf already is booked as its first movement. */
export function NewItem() {
  const me = useMe()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [initialValues] = useState(blankItem)
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: newItemSchema,
    initialValues,
    async send(values) {
      const added = await api(
        addInventoryItem,
        { body: newItemBody(values) },
        { idempotencyKey: values.attemptKey },
      )
      draft.forget()
      queryClient.setQueryData(itemQuery(added.id).queryKey, added)
      void queryClient.invalidateQueries({ queryKey: ['inventory-item'] })
      toast.success('Item added successfully')
      await navigate({ to: '/inventory' })
    },
    onFailure(error) {
      if (!(error instanceof ApiError && error.problem.errors?.length)) toast.error('Failed to add item')
      return false
    },
  })
  const draft = useFormDraft(form, me.id, 'item:new')

  return (
    <>
      <PageHeader title="Add Item" context="What it is, when to reorder it, and what is there now" />
      <ItemFormFrame
        onSubmit={onSubmit}
        summary={summary}
        saveLabel="Add Item"
        busy={busy}
        onClose={draft.forget}
        notices={<DraftNotice draft={draft} onStartOver={() => form.reset()} />}
      >
        <ItemFormFields form={form} isNew />
      </ItemFormFrame>
    </>
  )
}
