// No dialog in this file is about a patient.
import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type OnlineBooking, onlineBookingStateNames } from '../../../contract/front-desk/online-bookings.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { AnchorLink, ButtonLink } from '../../ground/links/links.tsx'
import { useListAddress } from '../../ground/records/list/list-address.ts'
import { RecordList } from '../../ground/records/list/RecordList.tsx'
import { usePageRows } from '../../ground/records/list/rows.ts'
import { useClockStyle, useSite } from '../../ground/sign-in/account.ts'
import { formatDay, formatMoment, formatTime } from '../../ground/ui/format.ts'
import { late, whileOpen } from '../../ground/ui/lazy-component.tsx'
import type { DataColumn } from '../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { ListHeader } from '../../ground/ui/page/ListHeader.tsx'
import { OnlineBookingsSearch } from './bookings-search.ts'
import { onlineBookingsQuery } from './queries.ts'
import { bookerName } from './words.ts'

const route = getRouteApi('/signed-in/shell/online-bookings')

const MatchDialog = late(() => import('./AnswerDialogs.tsx'), 'MatchDialog', whileOpen)
const DeclineDialog = late(() => import('./AnswerDialogs.tsx'), 'DeclineDialog', whileOpen)

const perPage = 20

/** Places that people asked for from home. The desk finds the patient on record, or declines. */
export function OnlineBookings() {
  useClockStyle()
  const { timeZone, booksFromHome } = useSite()
  const navigate = route.useNavigate()
  const { search, show } = useListAddress(OnlineBookingsSearch.parse(route.useSearch()), navigate, ['over'])
  const { over, page = 1, match, patient } = search
  const query = useQuery(onlineBookingsQuery({ page, limit: perPage, over: over ?? 'no' }))
  const list = usePageRows(query, 'The bookings could not be loaded', { page, pageSize: perPage, show })
  const [opened, setOpened] = useState<OnlineBooking>()
  const [declining, setDeclining] = useState<OnlineBooking>()
  // A booking stays in its dialog, also when it leaves the list meanwhile.
  const matching =
    match && (query.data?.items.find(({ id }) => id === match) ?? (opened?.id === match ? opened : undefined))
  const columns = useMemo(() => columnsFor(over !== 'yes', timeZone), [over, timeZone])

  return (
    <>
      <ListHeader
        title="Online Bookings"
        context={over ? 'Answered, the newest first' : 'To be answered, the longest waiting first'}
      >
        <ButtonLink to="/online-bookings" search={over ? {} : { over: 'yes' }} variant="default">
          {over ? 'To Be Answered' : 'Answered'}
        </ButtonLink>
      </ListHeader>
      <RecordList
        label={over ? 'Answered bookings, the newest first' : 'Bookings to be answered'}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={4}
        things="bookings"
        rowActions={
          over
            ? undefined
            : (booking) => (
                <Group gap="xs" wrap="nowrap">
                  <Button
                    size="compact-sm"
                    aria-label={`Find the patient for ${bookerName(booking)}`}
                    onClick={() => {
                      setOpened(booking)
                      show({ match: booking.id })
                    }}
                  >
                    Find Patient
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Decline ${bookerName(booking)}`}
                    onClick={() => setDeclining(booking)}
                  >
                    Decline
                  </Button>
                </Group>
              )
        }
        empty={
          <EmptyState
            title={over ? 'Nothing was answered yet' : 'No bookings to answer'}
            icon={<IconDeviceMobile size={32} stroke={1.5} />}
          >
            {booksFromHome
              ? 'People who ask for an appointment at /book appear here once they have confirmed it.'
              : 'Booking from home is switched off. An administrator can switch it on under Settings.'}
          </EmptyState>
        }
      />
      {matching && (
        <MatchDialog
          key={matching.id}
          booking={matching}
          registered={patient}
          onClose={() => show({ match: undefined, patient: undefined, page: search.page })}
        />
      )}
      {declining && <DeclineDialog booking={declining} onClose={() => setDeclining(undefined)} />}
    </>
  )
}

function columnsFor(isOpen: boolean, timeZone: string): DataColumn<OnlineBooking>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      primary: true,
      width: '20%',
      cell: (booking) => (
        <>
          <bdi>{bookerName(booking)}</bdi>
          <Text size="xs" c="dimmed" fw={400}>
            Born {formatDay(booking.dateOfBirth)}
          </Text>
        </>
      ),
    },
    {
      key: 'reach',
      header: 'Phone and e-mail',
      width: '22%',
      cell: ({ phone, email }) => (
        <>
          <Anchor inherit href={`tel:${phone.replace(/[^\d+*#]/g, '')}`}>
            <bdi dir="ltr">{phone}</bdi>
          </Anchor>
          <Text size="xs" c="dimmed">
            <bdi>{email}</bdi>
          </Text>
        </>
      ),
    },
    {
      key: 'when',
      header: 'Asked for',
      width: '24%',
      cell: ({ date, time, doctor, clinic }) => (
        <>
          {formatDay(date)}, {formatTime(time)}
          <Text size="xs" c="dimmed">
            <bdi>{doctorName(doctor)}</bdi>, <bdi>{clinic}</bdi>
          </Text>
        </>
      ),
    },
    isOpen
      ? {
          key: 'since',
          header: 'Confirmed',
          width: '14%',
          cell: ({ confirmedAt }) => formatMoment(confirmedAt, timeZone),
        }
      : {
          key: 'state',
          header: 'Answer',
          width: '22%',
          cell: ({ state, answeredAt, answeredBy, appointmentId }) => (
            <>
              {onlineBookingStateNames[state]}
              {answeredAt && (
                <Text size="xs" c="dimmed">
                  {formatMoment(answeredAt, timeZone)}
                  {answeredBy && (
                    <>
                      , <bdi>{answeredBy}</bdi>
                    </>
                  )}
                </Text>
              )}
              {appointmentId && (
                <AnchorLink to="/opd-queue" search={{ card: appointmentId }} size="xs">
                  Show the appointment
                </AnchorLink>
              )}
            </>
          ),
        },
  ]
}
