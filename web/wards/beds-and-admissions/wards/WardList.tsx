// No dialog in this file is about a patient.
import { Button, Stack } from '@mantine/core'
import { IconArchive, IconArrowMerge, IconArrowsExchange, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Bed } from '../../../../contract/wards/beds.ts'
import type { Unit } from '../../../../contract/wards/units.ts'
import { occupancyOf, wardNames } from '../../../../contract/wards/wards.ts'
import { ButtonLink } from '../../../ground/links/links.tsx'
import { RecordList } from '../../../ground/records/list/RecordList.tsx'
import { rowsOf } from '../../../ground/records/list/rows.ts'
import { RowAction } from '../../../ground/records/row/RowAction.tsx'
import { ConfirmDialog } from '../../../ground/ui/dialog/ConfirmDialog.tsx'
import { countOf, formatNumber, orNotRecorded } from '../../../ground/ui/format.ts'
import type { DataColumn } from '../../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { ListHeader } from '../../../ground/ui/page/ListHeader.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
import { DepartmentsButton } from '../../../people/departments/public.ts'
import { ShiftList } from '../../../people/shifts/public.ts'
import { bedsQuery } from '../queries.ts'
import { unitsQuery } from '../units.ts'
import { AddWardDialog, EditWardDialog, MergeDialog, MoveBedsDialog, sexRuleLabel } from './WardDialogs.tsx'
import { useWardActions } from './ward-actions.ts'

/** '18 beds, 12 occupied' */
function bedWords(beds: readonly Bed[]): string {
  const { total, occupied } = occupancyOf(beds)
  return total === 0 ? 'No beds' : `${countOf(total, 'bed')}, ${formatNumber(occupied)} occupied`
}

type Act = 'edit' | 'move' | 'merge' | 'close'

/** The hospital's own wards, each of one of the six kinds. */
export function WardList() {
  const query = useQuery(unitsQuery)
  const { data: beds = [] } = useQuery(bedsQuery)
  const { close } = useWardActions()
  const [isAdding, setIsAdding] = useState(false)
  const [open, setOpen] = useState<{ act: Act; unit: Unit }>()
  const { data } = query
  const onClose = () => setOpen(undefined)
  const latest = open && data?.find(({ id }) => id === open.unit.id)
  const unit = latest ?? open?.unit
  const bedsOf = ({ id }: Unit) => beds.filter(({ unitId }) => unitId === id)
  const othersOf = (one: Unit) => data?.some(({ id, ward }) => ward === one.ward && id !== one.id)

  const columns: DataColumn<Unit>[] = [
    { key: 'name', header: 'Ward', primary: true, cell: ({ name }) => <bdi>{name}</bdi> },
    { key: 'ward', header: 'Kind', cell: ({ ward }) => wardNames[ward] },
    { key: 'sexRule', header: 'For', cell: ({ sexRule }) => sexRuleLabel(sexRule) },
    {
      key: 'department',
      header: 'Department',
      cell: ({ department }) => <bdi>{orNotRecorded(department)}</bdi>,
    },
    { key: 'floor', header: 'Floor', cell: ({ floor }) => <bdi>{orNotRecorded(floor)}</bdi> },
    { key: 'phone', header: 'Phone', cell: ({ phone }) => <bdi>{orNotRecorded(phone)}</bdi> },
    { key: 'beds', header: 'Beds', cell: (one) => bedWords(bedsOf(one)) },
    {
      key: 'cleanedByStaff',
      header: 'Cleaned by Staff',
      cell: ({ cleanedByStaff }) => (cleanedByStaff ? 'Yes' : 'No'),
    },
  ]
  return (
    <>
      <ListHeader title="Wards" context="The hospital’s own, each of one of the six kinds">
        <ButtonLink to="/beds" variant="default">
          Beds
        </ButtonLink>
        <DepartmentsButton />
        <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setIsAdding(true)}>
          Add Ward
        </Button>
      </ListHeader>
      <Stack gap="lg">
        <RecordList
          label="Wards"
          list={rowsOf(query, 'The wards could not be loaded', data)}
          columns={columns}
          rowKey={({ id }) => id}
          rowActions={(one) => {
            const action = (act: Act) => ({ of: one.name, onClick: () => setOpen({ act, unit: one }) })
            return (
              <>
                <RowAction label="Edit" icon={IconPencil} {...action('edit')} />
                <RowAction label="Move beds to" icon={IconArrowsExchange} {...action('move')} />
                {othersOf(one) && (
                  <>
                    <RowAction label="Merge" icon={IconArrowMerge} {...action('merge')} />
                    <RowAction label="Close" icon={IconArchive} danger {...action('close')} />
                  </>
                )}
              </>
            )
          }}
          empty={<EmptyState title="No wards yet">Wards that are added appear here.</EmptyState>}
        />
        {/* Below a list of unknown length, it would move when the wards come. */}
        {!query.isPending && <ShiftList />}
      </Stack>
      {isAdding && <AddWardDialog onClose={() => setIsAdding(false)} />}
      {unit && open?.act === 'edit' && (
        <EditWardDialog latest={unit} isClosed={data !== undefined && !latest} onClose={onClose} />
      )}
      {unit && open?.act === 'move' && <MoveBedsDialog unit={unit} onClose={onClose} />}
      {unit && open?.act === 'merge' && <MergeDialog unit={unit} onClose={onClose} />}
      {unit && open?.act === 'close' && (
        <ConfirmDialog
          onClose={onClose}
          title="Close this ward?"
          danger
          confirmLabel={`Close ${unit.name}`}
          busyLabel="Closing…"
          onConfirm={async () => {
            await close(unit)
            onClose()
            toast.success(`${unit.name} closed`)
          }}
        >
          <bdi>{unit.name}</bdi> leaves the board
          {bedsOf(unit).length > 0 && <>, and its {countOf(bedsOf(unit).length, 'bed')} with it</>}. Past
          admissions keep its name. To keep the beds, merge the ward or move them first.
        </ConfirmDialog>
      )}
    </>
  )
}
