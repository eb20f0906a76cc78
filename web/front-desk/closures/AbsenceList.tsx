// No dialog in this file is about a patient.
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCalendarOff, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Closure } from '../../../contract/front-desk/closures.ts'
import { AnchorLink, ButtonLink } from '../../ground/links/links.tsx'
import { RecordList } from '../../ground/records/list/RecordList.tsx'
import { rowsOf } from '../../ground/records/list/rows.ts'
import { RowAction } from '../../ground/records/row/RowAction.tsx'
import { useClockStyle, useMay, useMe } from '../../ground/sign-in/account.ts'
import { countOf } from '../../ground/ui/format.ts'
import { late, whileOpen } from '../../ground/ui/lazy-component.tsx'
import type { DataColumn } from '../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { ListHeader } from '../../ground/ui/page/ListHeader.tsx'
import { closureTitle, periodWords } from './closure-words.ts'
import { mayWithdraw } from './own.ts'
import { closuresQuery } from './queries.ts'

const ClosureDialog = late(() => import('./ClosureDialog.tsx'), 'ClosureDialog', whileOpen)
const WithdrawDialog = late(() => import('./WithdrawDialog.tsx'), 'WithdrawDialog', whileOpen)

const columns: DataColumn<Closure>[] = [
  {
    key: 'what',
    header: 'Absence',
    width: '30%',
    primary: true,
    cell: (closure) => (
      <AnchorLink to="/absences/$id" params={{ id: closure.id }}>
        <bdi>{closureTitle(closure)}</bdi>
      </AnchorLink>
    ),
  },
  { key: 'when', header: 'When', width: '22%', cell: periodWords },
  { key: 'reason', header: 'Reason', width: '18%', cell: ({ reason }) => <bdi>{reason}</bdi> },
  { key: 'madeBy', header: 'Recorded by', width: '14%', cell: ({ madeBy }) => <bdi>{madeBy}</bdi> },
  {
    key: 'displaced',
    header: 'Bookings to decide',
    width: '16%',
    cell: ({ id, displaced }) =>
      displaced === 0 ? (
        'None'
      ) : (
        <AnchorLink to="/absences/$id" params={{ id }} fw={600}>
          {countOf(displaced, 'booking')}
        </AnchorLink>
      ),
  },
]

/** When doctors are away, and public holidays, as long as they are not over. */
export function AbsenceList() {
  useClockStyle()
  const me = useMe()
  const may = useMay()
  const query = useQuery(closuresQuery)
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const [withdrawing, setWithdrawing] = useState<Closure>()
  const { data } = query
  const mayAdd = may('absence.record') && (may('schedule.edit') || me.isDoctor)
  const add = mayAdd && (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      Record Absence
    </Button>
  )
  return (
    <>
      <ListHeader title="Absences" context="Leave, public holidays and cancelled sessions">
        <ButtonLink to="/schedules" variant="default">
          Doctors’ Hours
        </ButtonLink>
        <ButtonLink to="/absences/outside" variant="default">
          Bookings Outside Hours
        </ButtonLink>
        {data?.length !== 0 && add}
      </ListHeader>
      <RecordList
        label="Absences, by their start"
        list={rowsOf(query, 'The absences could not be loaded', data)}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={4}
        rowActions={
          mayAdd
            ? (closure) =>
                mayWithdraw(closure, me) && (
                  <RowAction
                    label="Withdraw"
                    of={closureTitle(closure)}
                    icon={IconArrowBackUp}
                    danger
                    onClick={() => setWithdrawing(closure)}
                  />
                )
            : undefined
        }
        empty={
          <EmptyState title="No absences" icon={<IconCalendarOff size={32} stroke={1.5} />} action={add}>
            Leave, public holidays and cancelled sessions appear here. Nobody is booked in their time, and
            bookings that are in it already are moved or cancelled.
          </EmptyState>
        }
      />
      {isAdding && (
        <ClosureDialog
          onClose={() => setAdding(false)}
          onAdded={({ id }) => navigate({ to: '/absences/$id', params: { id } })}
        />
      )}
      {withdrawing && <WithdrawDialog closure={withdrawing} onClose={() => setWithdrawing(undefined)} />}
    </>
  )
}
