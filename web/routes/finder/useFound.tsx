import { useQueries, useQuery } from '@tanstack/react-query'
import { type LinkOptions, linkOptions, useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { fold } from '../../../contract/fold.ts'
import { beginningsFirst, finderOf } from '../../../contract/search/people.ts'
import { wardNames } from '../../../contract/wards.ts'
import { bedsQuery } from '../../admissions/public.ts'
import { foundAppointmentsQuery } from '../../appointments/public.ts'
import { availabilityQuery, itemListQuery, itemQuery } from '../../inventory/public.ts'
import { PatientIdentityLine, patientListQuery, patientQuery } from '../../patients/public.ts'
import { useMay, useMe } from '../../session/account.ts'
import { useToday } from '../../session/hospital-clock.ts'
import { doctorsQuery, useStaff } from '../../staff/public.ts'
import { formatDay, formatTime, fullName } from '../../ui/format.ts'
import classes from './Finder.module.css'
import { placesCalled, placesFor } from './places.ts'
import { recentOf } from './recent.ts'

/** One thing that was found, and where it is. */
export interface Hit {
  key: string
  link: LinkOptions
  content: ReactNode
  /** Known without the server: it is for what is typed now. */
  isSure?: boolean
  /** By the whole of its name or number. */
  isExact?: boolean
}

export interface Group {
  label: string
  hits: readonly Hit[]
}

/** Letters from which on the server is asked. */
const fewestLetters = 2
const few = 4
const someMore = 6

/**
 * What is found for `typed`, in groups. Screens and what was opened last come at once; the rest as the server answers for
 * `rested`, each by its own list with its own permission. What comes later stands below what is there already.
 */
export function useFound(typed: string, rested: string) {
  const may = useMay()
  const today = useToday()
  const navigation = useRouteContext({ from: '__root__', select: (context) => context.navigation })
  const search = rested.length >= fewestLetters ? rested : ''
  const isAsked = search !== ''
  const recent = useRecent(typed.trim() === '')

  const patients = useQuery({
    ...patientListQuery({ search, limit: someMore }),
    enabled: isAsked && may('patient.view'),
  })
  const appointments = useQuery({
    ...foundAppointmentsQuery(search, today, few),
    enabled: isAsked && may('appointment.view'),
  })
  const items = useQuery({
    ...itemListQuery({ search, limit: few }),
    enabled: isAsked && may('inventory.view'),
  })
  const availability = useQuery({
    ...availabilityQuery({ search, limit: few }),
    enabled: isAsked && may('inventory.availability') && !may('inventory.view'),
  })
  // Of a bed one knows the number; a name alone is no reason to read who lies in all of them.
  const beds = useQuery({ ...bedsQuery, enabled: isAsked && /\d/.test(search) && may('bed.view') })
  const { staff } = useStaff(search, { enabled: isAsked && may('staff.manage') })
  const doctors = useQuery({
    ...doctorsQuery,
    enabled: isAsked && may('appointment.view') && !may('staff.manage'),
  })

  const isWhole = (name: string) => fold(name) === fold(search)
  const places = placesCalled(placesFor(navigation, may), typed.trim()).map(
    ({ label, link }): Hit => ({
      key: `place ${label}`,
      link,
      content: label,
      isSure: true,
      isExact: fold(label) === fold(typed.trim()),
    }),
  )
  const groups: Group[] = [
    { label: 'Recent', hits: recent },
    { label: 'Screens and actions', hits: typed.trim() ? places.slice(0, few) : places },
  ]
  if (isAsked) {
    const isFound = finderOf(search)
    const isPerson = ({
      firstName,
      lastName,
      email,
    }: {
      firstName: string
      lastName: string
      email: string
    }) => [`${firstName} ${lastName}`, lastName, email].some(isWhole)
    groups.push(
      {
        label: 'Patients',
        hits: (patients.data?.items ?? []).map((patient) => ({
          key: `patient ${patient.id}`,
          link: linkOptions({ to: '/patients/$id', params: { id: patient.id } }),
          content: <PatientIdentityLine patient={patient} withContact found={patient.found} />,
          isExact: patient.found?.match === 'exact',
        })),
      },
      {
        label: 'Appointments',
        hits: (appointments.data ?? []).map(({ id, date, time, status, doctor, patient }) => ({
          key: `appointment ${id}`,
          // Whoever is in the queue is on today's board, since whichever day.
          link: linkOptions({
            to: '/opd-queue',
            search: { date: status === 'SCHEDULED' && date !== today ? date : undefined, card: id },
          }),
          content: (
            <>
              <PatientIdentityLine patient={patient} />
              <span className={classes.about}>
                {formatDay(date)}, {formatTime(time)}, {fullName(doctor)}
              </span>
            </>
          ),
        })),
      },
      {
        label: 'Beds',
        hits: (beds.data ?? [])
          .filter(({ bedNumber, ward }) => isFound(fold(`${bedNumber} ${wardNames[ward]}`)))
          .slice(0, beds.isEnabled ? few : 0)
          .map(({ id, bedNumber, ward }) => ({
            key: `bed ${id}`,
            link: linkOptions({ to: '/beds', search: { search: bedNumber, ward } }),
            content: <Named name={bedNumber} about={wardNames[ward]} />,
            isExact: isWhole(bedNumber),
          })),
      },
      {
        label: 'Items',
        hits: [
          ...(items.data?.items ?? []).map(({ id, name }) => ({
            key: `item ${id}`,
            link: linkOptions({ to: '/inventory/$id', params: { id } }),
            content: <Named name={name} />,
            isExact: isWhole(name),
          })),
          ...(availability.data?.items ?? []).map(({ id, name, available }) => ({
            key: `item ${id}`,
            link: linkOptions({ to: '/availability', search: { search: name } }),
            content: <Named name={name} about={available ? 'Available' : 'Not available'} />,
            isExact: isWhole(name),
          })),
        ],
      },
      {
        label: 'Staff',
        hits: [
          ...called(staff.data, search).map((member) => ({
            key: `staff ${member.id}`,
            link: linkOptions({ to: '/staff', search: { search: member.email } }),
            content: <Named name={fullName(member)} about={member.email} />,
            isExact: isPerson(member),
          })),
          ...called(doctors.data, search).map((doctor) => ({
            key: `staff ${doctor.id}`,
            link: linkOptions({ to: '/opd-queue', search: { doctor: doctor.id } }),
            content: <Named name={fullName(doctor)} about="Today’s queue" />,
            isExact: isPerson(doctor),
          })),
        ],
      },
    )
  }
  const asked = [patients, appointments, items, availability, beds, staff, doctors].filter(
    ({ isEnabled }) => isEnabled,
  )
  return {
    groups: groups.filter(({ hits }) => hits.length > 0),
    isAnswered: !asked.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData),
    failure: asked.find(({ error }) => error)?.error,
  }
}

/** What was opened last, as it is now; what one may not see any more, or what is gone, is left out. */
function useRecent(isWanted: boolean): Hit[] {
  const me = useMe()
  const may = useMay()
  const recent = isWanted ? recentOf(me.id) : []
  const ids = (kind: 'patients' | 'inventory') =>
    recent.filter((one) => one.kind === kind).map(({ id }) => id)
  const patients = useQueries({ queries: may('patient.view') ? ids('patients').map(patientQuery) : [] })
  const items = useQueries({ queries: may('inventory.view') ? ids('inventory').map(itemQuery) : [] })
  const hits = new Map<string, Hit>()
  for (const { data: patient } of patients) {
    if (!patient) continue
    hits.set(patient.id, {
      key: `patient ${patient.id}`,
      link: linkOptions({ to: '/patients/$id', params: { id: patient.id } }),
      content: <PatientIdentityLine patient={patient} withContact />,
    })
  }
  for (const { data: item } of items) {
    if (!item) continue
    hits.set(item.id, {
      key: `item ${item.id}`,
      link: linkOptions({ to: '/inventory/$id', params: { id: item.id } }),
      content: <Named name={item.name} />,
    })
  }
  return recent.flatMap(({ id }) => hits.get(id) ?? [])
}

function called<One extends { firstName: string; lastName: string; email: string }>(
  people: readonly One[] | undefined,
  search: string,
): One[] {
  const isFound = finderOf(search)
  const found = (people ?? []).filter((one) => isFound(fold(`${fullName(one)} ${one.email}`)))
  return beginningsFirst(found, search, fullName).slice(0, few)
}

function Named({ name, about }: { name: string; about?: string | undefined }) {
  return (
    <>
      <strong>{name}</strong>
      {about && <span className={classes.about}>{about}</span>}
    </>
  )
}
