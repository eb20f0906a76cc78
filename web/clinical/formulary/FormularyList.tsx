// No dialog in this file is about a patient.
import { Button } from '@mantine/core'
import { IconMedicineSyrup, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { FormularyMedicine } from '../../../contract/clinical/formulary/formulary.ts'
import { routeNames } from '../../../contract/clinical/medications.ts'
import { fold } from '../../../contract/fold.ts'
import { beginningsFirst, finderOf } from '../../../contract/search/people.ts'
import { DeleteDialog } from '../../ground/records/DeleteDialog.tsx'
import { useListAddress } from '../../ground/records/list/list-address.ts'
import { onlyHit } from '../../ground/records/list/only-hit.ts'
import { RecordList } from '../../ground/records/list/RecordList.tsx'
import { rowsOf } from '../../ground/records/list/rows.ts'
import { RowAction } from '../../ground/records/row/RowAction.tsx'
import { useMay } from '../../ground/sign-in/account.ts'
import type { DataColumn } from '../../ground/ui/list/DataTable.tsx'
import { SearchField } from '../../ground/ui/list/SearchField.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { ListHeader } from '../../ground/ui/page/ListHeader.tsx'
import { adultWords, childWords, everyRoute } from './formulary-form.ts'
import { AddMedicineDialog, EditMedicineDialog } from './MedicineDialogs.tsx'
import { formularyQuery, useFormularyActions } from './queries.ts'

const route = getRouteApi('/signed-in/shell/formulary')

const columns: DataColumn<FormularyMedicine>[] = [
  { key: 'name', header: 'Medicine', primary: true, cell: ({ name }) => <bdi>{name}</bdi> },
  {
    key: 'route',
    header: 'Route',
    cell: (medicine) => (medicine.route ? routeNames[medicine.route] : everyRoute),
  },
  { key: 'adult', header: 'Adult’s maximum', cell: adultWords },
  { key: 'child', header: 'Child’s maximum', cell: childWords },
]

/** The largest doses of each medicine. Above them, a prescriber is asked for a reason. Doctors can read it. */
export function FormularyList() {
  const mayManage = useMay()('formulary.manage')
  const query = useQuery(formularyQuery)
  const { search: address, searchBox } = useListAddress(route.useSearch(), route.useNavigate(), ['search'])
  const { search = '' } = address
  const { remove } = useFormularyActions()
  const [isAdding, setIsAdding] = useState(false)
  const [editing, setEditing] = useState<FormularyMedicine>()
  const [removing, setRemoving] = useState<FormularyMedicine>()
  const { data } = query
  const isFound = finderOf(search)
  const found =
    data &&
    beginningsFirst(
      data.filter(({ name }) => isFound(fold(name))),
      search,
      ({ name }) => name,
    )
  const list = rowsOf(query, 'The formulary could not be loaded', found)
  const latest = editing && data?.find(({ id }) => id === editing.id)
  const add = mayManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setIsAdding(true)}>
      Add Medicine
    </Button>
  )

  return (
    <>
      <ListHeader
        title="Formulary"
        context="Maximum doses of this hospital’s medicines. Prescribing more needs a reason."
      >
        {data?.length !== 0 && add}
      </ListHeader>
      <RecordList
        label="Formulary"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        toolbar={
          data?.length === 0 ? undefined : (
            <SearchField
              label="Search the formulary"
              pause={0}
              {...searchBox}
              {...(mayManage && { only: onlyHit(list, setEditing) })}
            />
          )
        }
        {...(mayManage && {
          rowActions: (medicine: FormularyMedicine) => (
            <>
              <RowAction
                label="Edit"
                of={medicine.name}
                icon={IconPencil}
                onClick={() => setEditing(medicine)}
              />
              <RowAction
                label="Remove"
                of={medicine.name}
                icon={IconTrash}
                danger
                onClick={() => setRemoving(medicine)}
              />
            </>
          ),
        })}
        empty={
          data?.length === 0 ? (
            <EmptyState
              title="No medicines in the formulary yet"
              icon={<IconMedicineSyrup size={28} stroke={1.5} />}
              action={add}
            >
              {mayManage
                ? 'Add the medicines that this hospital uses, with their maximum doses for adults and children. Prescribing more needs a reason.'
                : 'An administrator adds maximum doses here. Until then, every dose for a child needs a reason.'}
            </EmptyState>
          ) : (
            <EmptyState title="No medicine matches this search">
              Search by another part of the name.
            </EmptyState>
          )
        }
      />
      {isAdding && <AddMedicineDialog onClose={() => setIsAdding(false)} />}
      {editing && (
        <EditMedicineDialog
          latest={latest ?? editing}
          isRemoved={data !== undefined && !latest}
          onClose={() => setEditing(undefined)}
        />
      )}
      {removing && (
        <DeleteDialog
          title="Remove from the formulary"
          confirmLabel={`Remove ${removing.name}`}
          deleted={`${removing.name} removed from the formulary`}
          notDeleted={`${removing.name} was not removed`}
          onDelete={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        >
          Doses of <bdi>{removing.name}</bdi> will no longer be checked.
        </DeleteDialog>
      )}
    </>
  )
}
