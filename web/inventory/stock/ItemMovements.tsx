import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { InventoryItem } from '../../../contract/inventory-items.ts'
import type { Movement } from '../../../contract/stock.ts'
import { wardNames } from '../../../contract/wards.ts'
import { AnchorLink } from '../../links/links.tsx'
import { RecordList } from '../../records/list/RecordList.tsx'
import { usePageRows } from '../../records/list/rows.ts'
import { useMay, useSite } from '../../session/account.ts'
import { formatMoment } from '../../ui/format.ts'
import type { DataColumn } from '../../ui/list/DataTable.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { movementsPerPage } from '../list-search.ts'
import { movementsQuery } from '../queries.ts'
import { formatQuantity, movementWords, useMoney } from '../words.ts'
import classes from './Stock.module.css'

const route = getRouteApi('/signed-in/shell/inventory/$id')

/** Everything that ever happened to an item's stock, newest first, each with the balance after it. */
export function ItemMovements({ item }: { item: InventoryItem }) {
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const columns = useColumns()
  const query = useQuery(movementsQuery(item.id, page, movementsPerPage))
  const list = usePageRows(query, 'The movements could not be loaded', {
    page,
    pageSize: movementsPerPage,
    show: (change, how) =>
      void navigate({ search: (kept) => ({ ...kept, ...change }), resetScroll: false, ...how }),
  })
  return (
    <RecordList
      label="Movements, newest first"
      heading="Movements"
      list={list}
      columns={columns}
      rowKey={({ id }) => String(id)}
      expectedRows={8}
      things="movements"
      isPart
      empty={
        <EmptyState compact title="No movements yet">
          Movements appear here when stock is received or issued.
        </EmptyState>
      }
    />
  )
}

function useColumns(): DataColumn<Movement>[] {
  const { timeZone } = useSite()
  const maySeePatients = useMay()('patient.view')
  const money = useMoney()
  return useMemo(
    (): DataColumn<Movement>[] => [
      {
        key: 'kind',
        header: 'What and why',
        primary: true,
        cell: ({ kind, cause, reason }) => (
          <>
            {movementWords[kind].done}
            {cause && (cause === 'EXPIRED' ? ', expired' : ', damaged')}
            {reason && <bdi className={classes.note}>{reason}</bdi>}
          </>
        ),
      },
      {
        key: 'quantity',
        header: 'Quantity',
        align: 'end',
        cell: ({ quantity }) => (
          <span className={quantity > 0 ? `${classes.amount} ${classes.added}` : classes.amount}>
            {quantity > 0 ? '+' : '−'}
            {formatQuantity(Math.abs(quantity))}
          </span>
        ),
      },
      {
        key: 'balance',
        header: 'Balance',
        align: 'end',
        cell: ({ balance }) => formatQuantity(balance),
      },
      {
        key: 'batch',
        header: 'Batch',
        cell: ({ batchNumber, cost }) => (
          <>
            <bdi>{batchNumber}</bdi>
            {cost !== null && <span className={classes.note}>{money(cost)} each</span>}
          </>
        ),
      },
      {
        key: 'recipient',
        header: 'To or from',
        cell: (movement) => <AppointmentSummary movement={movement} maySeePatients={maySeePatients} />,
      },
      {
        key: 'who',
        header: 'Who and when',
        cell: ({ by, at }) => (
          <>
            <bdi>{by ?? 'Not recorded'}</bdi>
            <span className={classes.note}>{formatMoment(at, timeZone)}</span>
          </>
        ),
      },
    ],
    [timeZone, maySeePatients, money],
  )
}

function AppointmentSummary({ movement, maySeePatients }: { movement: Movement; maySeePatients: boolean }) {
  const { kind, ward, isForPatient, patientId, patientName } = movement
  if (ward) return wardNames[ward]
  if (patientId && patientName && maySeePatients) {
    return (
      <AnchorLink to="/patients/$id" params={{ id: patientId }}>
        <bdi>{patientName}</bdi>
      </AnchorLink>
    )
  }
  if (isForPatient) return 'A patient'
  return <span className={classes.quiet}>{kind === 'RECEIVE' ? 'Supplier' : 'Store'}</span>
}
