import { Text } from '@mantine/core'
import { IconCalendarPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { WaitEntry } from '../../../contract/front-desk/wait-list.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { BackLink, ButtonLink } from '../../ground/links/links.tsx'
import { RecordList } from '../../ground/records/list/RecordList.tsx'
import { rowsOf } from '../../ground/records/list/rows.ts'
import { RowAction } from '../../ground/records/row/RowAction.tsx'
import { useClockStyle, useMay, useSite } from '../../ground/sign-in/account.ts'
import { formatTime, formatWeekday, fullName } from '../../ground/ui/format.ts'
import { late, whileOpen } from '../../ground/ui/lazy-component.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { ListHeader } from '../../ground/ui/page/ListHeader.tsx'
import { waitingForQuery } from '../appointments/public.ts'
import { entryColumns } from './entry-columns.tsx'
import type { Place } from './place.ts'
import { useAnswers } from './use-answers.ts'
import classes from './WaitList.module.css'

const OfferDialog = late(() => import('./OfferDialog.tsx'), 'OfferDialog', whileOpen)

function stateWords(free: number, isOffered: boolean): string {
  if (free > 0) return free === 1 ? 'The place is free.' : `${free} places are free.`
  return isOffered ? 'The place is held while the patient is asked.' : 'This place is not free.'
}

/** The patients who wait for a place, in the order in which it is offered. */
export function PlaceOffers({ place }: { place: Place }) {
  useClockStyle()
  const mayBook = useMay()('appointment.book')
  const { timeZone } = useSite()
  const query = useQuery(waitingForQuery(place))
  const { data } = query
  const [offering, setOffering] = useState<WaitEntry>()
  const { busy, take, decline } = useAnswers(data?.entries)
  const columns = useMemo(
    () => entryColumns({ mayBook, timeZone, busy, take, decline }),
    // The answers are made anew at each render and do the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [mayBook, timeZone, busy],
  )
  const isFree = data !== undefined && data.free > 0
  const named = data?.doctor ? { ...place, doctor: data.doctor } : undefined
  const isOffered = data?.entries.some(({ offer }) => offer !== null) ?? false
  return (
    <>
      <BackLink to="/wait-list">Wait List</BackLink>
      <ListHeader title="Offer a Place" context={`${formatWeekday(place.date)}, ${formatTime(place.time)}`}>
        <ButtonLink to="/calendar" search={{ date: place.date }} variant="default">
          Calendar
        </ButtonLink>
      </ListHeader>
      <div className={classes.state}>
        {data?.doctor && (
          <bdi>
            {doctorName(data.doctor)}
            {data.clinic && `, ${data.clinic}`}
          </bdi>
        )}
        <Text role="status" fw={600}>
          {data && stateWords(data.free, isOffered)}
        </Text>
      </div>
      <RecordList
        label="Patients who wait for this place, in the order in which it is offered"
        list={rowsOf(query, 'The wait list could not be loaded', data?.entries)}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={3}
        rowActions={
          mayBook
            ? (entry) =>
                isFree &&
                !entry.offer && (
                  <RowAction
                    label="Offer this place to"
                    of={fullName(entry.patient)}
                    icon={IconCalendarPlus}
                    onClick={() => setOffering(entry)}
                  />
                )
            : undefined
        }
        empty={
          <EmptyState title="Nobody waits for this place" icon={<IconUsers size={32} stroke={1.5} />}>
            Patients who wait for this doctor or clinic, on this day and at this time, appear here.
          </EmptyState>
        }
      />
      {offering && named && (
        <OfferDialog entry={offering} place={named} onClose={() => setOffering(undefined)} />
      )}
    </>
  )
}
