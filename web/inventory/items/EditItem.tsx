import { Alert, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { editInventoryItem, type InventoryItem } from '../../../contract/inventory-items.ts'
import { ApiError, api } from '../../client/api.ts'
import { useFormDraft } from '../../client/drafts.ts'
import { useContractForm } from '../../client/forms.ts'
import { useMe } from '../../session/account.ts'
import { DraftNotice } from '../../ui/form/DraftNotice.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { toast } from '../../ui/toast.tsx'
import { itemQuery } from '../queries.ts'
import { ChangedMeanwhile, ItemConflict, type Side } from './ItemConflict.tsx'
import { ItemFormFields } from './ItemFormFields.tsx'
import { ItemFormFrame } from './ItemFormFrame.tsx'
import { ItemLoadFailure } from './ItemLoadFailure.tsx'
import {
  conflictingFields,
  currentItem,
  type ItemConflictState,
  type ItemField,
  itemEditBody,
  itemEditSchema,
  itemValues,
} from './item-form.ts'

const route = getRouteApi('/signed-in/shell/inventory/$id/edit')

/** Changes what an item is; its quantity changes by movements alone. */
export function EditItem() {
  const { id } = route.useParams()
  const item = useQuery(itemQuery(id))
  if (item.error && !item.data) return <ItemLoadFailure query={item} />
  return (
    <>
      <PageHeader title="Edit Item" context={item.data ? <bdi>{item.data.name}</bdi> : 'Loading the item…'} />
      {item.data ? (
        <EditForm
          key={id}
          latest={item.data}
          isDeleted={item.error instanceof ApiError && item.error.status === 404}
        />
      ) : (
        <Skeleton h={560} maw={880} radius="md" />
      )}
    </>
  )
}

function EditForm({ latest, isDeleted }: { latest: InventoryItem; isDeleted: boolean }) {
  const me = useMe()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [initialValues] = useState(() => itemValues(latest))
  const [conflict, setConflict] = useState<ItemConflictState>()
  const [chosen, setChosen] = useState<Partial<Record<ItemField, Side>>>({})
  const isSaved = useRef(false)

  const { form, summary, onSubmit, busy } = useContractForm({
    schema: itemEditSchema,
    initialValues,
    async send(values) {
      const saved = await api(
        editInventoryItem,
        { params: { id: latest.id }, body: itemEditBody(values) },
        { version: (values.base ?? latest).version },
      )
      isSaved.current = true
      draft.forget()
      queryClient.setQueryData(itemQuery(saved.id).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: ['inventory-item'] })
      toast.success('Item updated successfully')
      await navigate({ to: '/inventory' })
    },
    onFailure(error) {
      const current = error instanceof ApiError && error.status === 412 && currentItem(error.problem.current)
      if (current && error instanceof ApiError) {
        compare(current, error.problem)
        return true
      }
      if (!(error instanceof ApiError && error.problem.errors?.length)) toast.error('Failed to update item')
      return false
    },
  })
  const draft = useFormDraft(form, me.id, `item:${latest.id}`)
  const base = form.values.base ?? latest
  const isBehind = latest.version > base.version && !busy && !isSaved.current

  // Nothing was typed yet: then the newer record is simply what is edited.
  const isUntouched = isBehind && !form.isDirty()
  useEffect(() => {
    if (isUntouched) startFrom(latest)
  })

  function startFrom(item: InventoryItem) {
    form.setInitialValues(itemValues(item))
    form.setValues(itemValues(item))
  }

  /** Goes on from their record: what only they changed is taken over, what both changed stays mine until chosen. */
  function compare(theirs: InventoryItem, by: { changedBy?: string; changedAt?: string } = {}) {
    const fields = conflictingFields(form.getValues(), theirs)
    form.setInitialValues(itemValues(theirs))
    form.setValues({
      ...Object.fromEntries(
        fields.filter(({ onlyTheirs }) => onlyTheirs).map(({ field, theirs: value }) => [field, value]),
      ),
      base: theirs,
    })
    form.clearErrors()
    setChosen({})
    setConflict({ theirs, changedBy: by.changedBy, changedAt: by.changedAt ?? theirs.updatedAt, fields })
  }

  function choose(field: ItemField, side: Side) {
    const both = conflict?.fields.find((one) => one.field === field)
    if (!both) return
    setChosen((before) => ({ ...before, [field]: side }))
    form.setValues({ [field]: both[side] })
  }

  return (
    <ItemFormFrame
      onSubmit={onSubmit}
      summary={summary}
      saveLabel="Update Item"
      busy={busy}
      blocked={isDeleted}
      onClose={draft.forget}
      notices={
        <>
          {isDeleted && (
            <Alert color="red" role="alert" title="This item was deleted">
              Somebody deleted it while you were editing. What you typed can’t be saved any more.
            </Alert>
          )}
          <DraftNotice
            draft={draft}
            onStartOver={() => {
              setConflict(undefined)
              startFrom(latest)
            }}
          />
          {isBehind && !isUntouched && !isDeleted && (
            <ChangedMeanwhile changedAt={latest.updatedAt} onCompare={() => compare(latest)} />
          )}
          {conflict && <ItemConflict conflict={conflict} chosen={chosen} onChoose={choose} />}
        </>
      }
    >
      <ItemFormFields form={form} isNew={false} />
    </ItemFormFrame>
  )
}
