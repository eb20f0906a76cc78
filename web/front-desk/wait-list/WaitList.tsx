import { Button } from '@mantine/core'
import { IconCalendarPlus, IconEdit, IconPlus, IconUserMinus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type WaitEntry, waitStateNames, waitStates } from '../../../contract/front-desk/wait-list.ts'
import { ButtonLink } from '../../ground/links/links.tsx'
import { useListAddress } from '../../ground/records/list/list-address.ts'
import { NoMatch } from '../../ground/records/list/NoMatch.tsx'
import { RecordList } from '../../ground/records/list/RecordList.tsx'
import { usePageRows } from '../../ground/records/list/rows.ts'
import { RowAction } from '../../ground/records/row/RowAction.tsx'
import { useClockStyle, useMay, useSite } from '../../ground/sign-in/account.ts'
import { fullName } from '../../ground/ui/format.ts'
import { late, whileOpen } from '../../ground/ui/lazy-component.tsx'
import { ChoiceBar } from '../../ground/ui/list/ChoiceBar.tsx'
import { ListFilters } from '../../ground/ui/list/ListFilters.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { ListHeader } from '../../ground/ui/page/ListHeader.tsx'
import { ClinicChoice } from '../../people/clinics/public.ts'
import { DoctorChoice } from '../../people/staff/public.ts'
import { OnlineBookingsLink } from '../online-bookings/public.ts'
import { entryColumns } from './entry-columns.tsx'
import { PlaceOffers } from './PlaceOffers.tsx'
import { waitListQuery } from './queries.ts'
import { useAnswers } from './use-answers.ts'
import { WaitListSearch } from './wait-search.ts'

export { OnlineBookings } from '../online-bookings/public.ts'

const route = getRouteApi('/signed-in/shell/wait-list')

const AddWaitDialog = late(() => import('./WaitDialogs.tsx'), 'AddWaitDialog', whileOpen)
const ChangeWaitDialog = late(() => import('./WaitDialogs.tsx'), 'ChangeWaitDialog', whileOpen)
const OfferDialog = late(() => import('./OfferDialog.tsx'), 'OfferDialog', whileOpen)
const TakeOffDialog = late(() => import('./TakeOffDialog.tsx'), 'TakeOffDialog', whileOpen)

const perPage = 20
const states = [
  { value: 'OPEN' as const, label: 'Open' },
  ...waitStates.map((value) => ({ value, label: waitStateNames[value] })),
]
const filters = ['state', 'clinic', 'doctor'] as const

/** Patients who wait for an earlier or a free place. With a place in the address, only patients who wait for that. */
export function WaitList() {
  const { doctor, date, time } = WaitListSearch.parse(route.useSearch())
  return doctor && date && time ? <PlaceOffers place={{ doctorId: doctor, date, time }} /> : <Entries />
}

type Open = { dialog: 'change' | 'offer' | 'takeOff'; id: string }

function Entries() {
  useClockStyle()
  const mayBook = useMay()('appointment.book')
  const { timeZone } = useSite()
  const navigate = route.useNavigate()
  const { search, show, isFiltered, activeFilters, clearFilters } = useListAddress(
    WaitListSearch.parse(route.useSearch()),
    navigate,
    filters,
  )
  const { page = 1, clinic, doctor, add, patient, date } = search
  const state = waitStates.find((one) => one === search.state)
  const query = useQuery(
    waitListQuery({
      state,
      clinicId: clinic,
      doctorId: add ? undefined : doctor,
      page,
      limit: perPage,
    }),
  )
  const list = usePageRows(query, 'The wait list could not be loaded', { page, pageSize: perPage, show })
  const [open, setOpen] = useState<Open>()
  const [opened, setOpened] = useState<WaitEntry>()
  const entries = query.data?.items
  const { busy, take, decline } = useAnswers(entries)
  // An entry stays in its dialog, also when it leaves the list meanwhile.
  const about = entries?.find(({ id }) => id === open?.id) ?? opened
  const close = () => setOpen(undefined)
  const act = (dialog: Open['dialog'], entry: WaitEntry) => {
    setOpened(entry)
    setOpen({ dialog, id: entry.id })
  }
  const columns = useMemo(
    () => entryColumns({ mayBook, timeZone, busy, take, decline, change: (entry) => act('change', entry) }),
    // The acts are made anew at each render and do the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [mayBook, timeZone, busy],
  )
  const addButton = mayBook && (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => show({ add: true })}>
      Add to Wait List
    </Button>
  )

  return (
    <>
      <ListHeader title="Wait List" context="By priority, then the longest wait">
        <OnlineBookingsLink />
        <ButtonLink to="/calendar" variant="default">
          Calendar
        </ButtonLink>
        {addButton}
      </ListHeader>
      <RecordList
        label="Wait list, by priority and the longest wait"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={6}
        things="entries"
        rowActions={
          mayBook
            ? (entry) =>
                entry.endedAt === null && (
                  <>
                    {!entry.offer && !entry.unbookable && (
                      <RowAction
                        label="Offer a place to"
                        of={fullName(entry.patient)}
                        icon={IconCalendarPlus}
                        onClick={() => act('offer', entry)}
                      />
                    )}
                    <RowAction
                      label="Change"
                      of={fullName(entry.patient)}
                      icon={IconEdit}
                      onClick={() => act('change', entry)}
                    />
                    <RowAction
                      label="Take off"
                      of={fullName(entry.patient)}
                      icon={IconUserMinus}
                      danger
                      onClick={() => act('takeOff', entry)}
                    />
                  </>
                )
            : undefined
        }
        toolbar={
          <ListFilters active={activeFilters}>
            <ClinicChoice chosen={clinic} onChange={(chosen) => show({ clinic: chosen })} />
            <DoctorChoice chosen={doctor} onChange={(chosen) => show({ doctor: chosen })} />
            <ChoiceBar
              label="State"
              choices={states}
              value={state ?? 'OPEN'}
              onChange={(chosen) => show({ state: chosen === 'OPEN' ? undefined : chosen })}
            />
          </ListFilters>
        }
        empty={
          isFiltered ? (
            <NoMatch title="Nobody on the list matches these filters" onClear={clearFilters} />
          ) : (
            <EmptyState
              title="Nobody is waiting for a place"
              icon={<IconUsers size={32} stroke={1.5} />}
              action={addButton}
            >
              Add patients who want an earlier appointment, or for whom no place was free. When somebody
              cancels, you can offer them the place.
            </EmptyState>
          )
        }
      />
      {add && mayBook && (
        <AddWaitDialog
          given={{
            ...(patient && { patient }),
            ...(doctor && { doctor }),
            ...(clinic && { clinic }),
            ...(date && { date }),
          }}
          onClose={() =>
            void navigate({
              search: (kept) => ({
                ...kept,
                add: undefined,
                ...(kept.patient && { patient: undefined, doctor: undefined, date: undefined }),
              }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      )}
      {about && open?.dialog === 'change' && <ChangeWaitDialog latest={about} onClose={close} />}
      {about && open?.dialog === 'offer' && <OfferDialog entry={about} place={undefined} onClose={close} />}
      {about && open?.dialog === 'takeOff' && <TakeOffDialog entry={about} onClose={close} />}
    </>
  )
}
