import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { editInventoryItem, InventoryItem } from '../../../../contract/store/items.ts'
import { api } from '../../../ground/client/api.ts'
import { seedAnswer } from '../../../ground/client/live/own-writes.ts'
import { ButtonLink } from '../../../ground/links/links.tsx'
import { useRecordEdit } from '../../../ground/records/edit/record-edit.tsx'
import { failedWith } from '../../../ground/records/failures.ts'
import { FormFrame } from '../../../ground/records/form/FormFrame.tsx'
import { PageHeader } from '../../../ground/ui/page/PageHeader.tsx'
import { itemQuery } from '../queries.ts'
import { ItemFields, itemEditSchema, itemFields, itemValues } from './ItemFields.tsx'
import { ItemPage } from './ItemPage.tsx'

const route = getRouteApi('/signed-in/shell/inventory/$id/edit')

/** Changes what an item is; its quantity changes by movements alone. */
export function EditItem() {
  const { id } = route.useParams()
  const item = useQuery(itemQuery(id))
  return (
    <ItemPage
      query={item}
      isForm
      loading={
        <>
          <PageHeader title="Edit Item" context="Loading the item…" />
          <Skeleton h={560} maw={880} radius="md" />
        </>
      }
    >
      {(latest, ended) => <EditForm key={id} latest={latest} ended={ended} />}
    </ItemPage>
  )
}

function EditForm({ latest, ended }: { latest: InventoryItem; ended: string | undefined }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const edit = useRecordEdit({
    thing: 'item',
    latest,
    ended,
    record: InventoryItem,
    fields: itemFields,
    schema: itemEditSchema,
    valuesOf: itemValues,
    draftKey: `item:${latest.id}`,
    save: (body, { id, version }) => api(editInventoryItem, { params: { id }, body }, { version }),
    told: () => 'Item updated successfully',
    async onSaved(saved) {
      seedAnswer(queryClient, itemQuery(saved.id), saved)
      await navigate({ to: '/inventory' })
    },
    onFailure: failedWith('Failed to update item'),
  })

  return (
    <>
      <PageHeader title="Edit Item" context={<bdi>{latest.name}</bdi>} />
      <FormFrame
        of={edit}
        saveLabel="Update Item"
        closing={
          <ButtonLink to="/inventory" variant="default" onClick={edit.giveUp}>
            Close
          </ButtonLink>
        }
      >
        <ItemFields form={edit.form} isNew={false} />
      </FormFrame>
    </>
  )
}
