import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { orderWords } from '../../../contract/clinical/medications.ts'
import {
  listPrescriptions,
  mostPrescriptions,
  type Prescription,
} from '../../../contract/clinical/prescriptions.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import type { StockStatus } from '../../../contract/store/items.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { AnchorLink } from '../../ground/links/links.tsx'
import { RecordList } from '../../ground/records/list/RecordList.tsx'
import { pageOfRows, rowsOf } from '../../ground/records/list/rows.ts'
import { useSite } from '../../ground/sign-in/account.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { formatDay, formatMomentTime, patientName } from '../../ground/ui/format.ts'
import type { DataColumn } from '../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { StatusBadge, type StatusLook } from '../../ground/ui/StatusBadge.tsx'
import { amountOf, stockLooks } from '../../store/items/words.ts'
import { placeWords } from '../../wards/beds-and-admissions/words.ts'
import classes from './Dashboard.module.css'
import { FirstOf } from './FirstOf.tsx'

/** The medicines prescribed today. Follows the stock as well. */
export const prescriptionsQuery = queryOptions({
  queryKey: ['medications', 'today'],
  ...following(['prescriptions', 'inventory-availability'], (options) => api(listPrescriptions, {}, options)),
})

const pageSize = 10

const rest = 2
const shortFirst: Record<StockStatus, number> = {
  OUT_OF_STOCK: 0,
  LOW_STOCK: 1,
  NEED_REORDER: rest,
  IN_STOCK: rest,
}

/** A stopped prescription needs no stock, so it is not brought forward. */
function placeOf({ stock, stopped }: Prescription): number {
  return stock && !stopped ? shortFirst[stock.status] : rest
}

const columns: DataColumn<Prescription>[] = [
  {
    key: 'patient',
    header: 'Patient',
    primary: true,
    width: '26%',
    cell: ({ patient, bed }) => (
      <>
        <AnchorLink to="/patients/$id" params={{ id: patient.id }}>
          <bdi>{patientName(patient)}</bdi>
        </AnchorLink>
        {bed && <div className={classes.quiet}>{placeWords(bed)}</div>}
      </>
    ),
  },
  { key: 'medicine', header: 'Medicine', cell: (prescription) => <Medicine of={prescription} /> },
  {
    key: 'recordedAt',
    header: 'Prescribed',
    width: '176px',
    cell: (prescription) => <PrescribedAt of={prescription} />,
  },
  {
    key: 'stock',
    header: 'Stock',
    width: '200px',
    cell: ({ name, stock }) => name !== null && <Stock of={stock} />,
  },
]

function Medicine({ of: prescription }: { of: Prescription }) {
  const { name, dose, startsOn, stopped } = prescription
  const isLater = startsOn > useToday()
  if (name === null || dose === null)
    return <span className={classes.quiet}>Restricted: open the record</span>
  return (
    <>
      <bdi>{name}</bdi>
      <div className={classes.quiet}>
        {orderWords({ ...prescription, dose })}
        {isLater && `, from ${formatDay(startsOn)}`}
      </div>
      {stopped && (
        <div className={classes.quiet}>
          Stopped by <bdi>{doctorName(stopped.by)}</bdi>: <bdi>{stopped.reason}</bdi>
        </div>
      )}
    </>
  )
}

function PrescribedAt({ of: { recordedAt, recordedBy } }: { of: Prescription }) {
  const { timeZone } = useSite()
  return (
    <>
      {formatMomentTime(recordedAt, timeZone)}
      <div className={classes.quiet}>
        <bdi>{doctorName(recordedBy)}</bdi>
      </div>
    </>
  )
}

function shortLook(status: StockStatus, amount: string): StatusLook | undefined {
  if (status === 'OUT_OF_STOCK') return { ...stockLooks[status], word: 'Out of stock' }
  if (status === 'LOW_STOCK') return { ...stockLooks[status], word: `Low: ${amount}` }
  return undefined
}

function Stock({ of: stock }: { of: Prescription['stock'] }) {
  if (!stock) return <span className={classes.quiet}>Not in the store</span>
  const { id, name, unit, usable, status } = stock
  const amount = amountOf(usable, unit)
  const look = shortLook(status, amount)
  return (
    <AnchorLink to="/inventory/$id" params={{ id }} aria-label={`${look?.word ?? amount}, ${name}`}>
      {look ? <StatusBadge look={look} /> : amount}
    </AnchorLink>
  )
}

/** The medicines prescribed today: first those that are out of stock, then those that are low, then the newest. */
export function TodaysPrescriptions() {
  const query = useQuery(prescriptionsQuery)
  const [page, setPage] = useState<number>()
  const inOrder = useMemo(
    () => query.data?.items.toSorted((one, other) => placeOf(one) - placeOf(other)),
    [query.data],
  )
  const { rows, place } = pageOfRows(inOrder, { page, pageSize, show: (next) => setPage(next.page) })
  return (
    <RecordList
      label="Prescribed Today"
      heading="Prescribed Today"
      toolbar={<FirstOf rows={mostPrescriptions} total={query.data?.total} />}
      columns={columns}
      list={{ ...rowsOf(query, 'Today’s prescriptions could not be loaded', rows), place }}
      things="prescriptions"
      isPart
      rowKey={({ id }) => id}
      expectedRows={pageSize}
      empty={
        <EmptyState title="No prescriptions today">
          Medicines that doctors prescribe today appear here.
        </EmptyState>
      }
    />
  )
}
