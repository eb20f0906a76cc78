import {
  IconBed,
  IconCalendar,
  IconCalendarEvent,
  IconCalendarPlus,
  IconClipboardList,
  IconListNumbers,
  IconPackage,
  IconStethoscope,
  IconUser,
  IconUserPlus,
  IconUserShield,
} from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { linkOptions, useRouteContext } from '@tanstack/react-router'
import { useContext } from 'react'
import { fold } from '../../../contract/fold.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { finderOf } from '../../../contract/search/people.ts'
import {
  appointmentLooks,
  foundAppointmentsQuery,
  numberedTodayQuery,
} from '../../front-desk/appointments/public.ts'
import { OpenShortcuts } from '../../ground/shell/shortcuts.ts'
import { useMay, useSite } from '../../ground/sign-in/account.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { formatDay, formatTime, fullName } from '../../ground/ui/format.ts'
import { PatientIdentityLine, patientListQuery, registerWords } from '../../people/patients/public.ts'
import { doctorsQuery, useStaff } from '../../people/staff/public.ts'
import { availabilityQuery, itemListQuery } from '../../store/items/public.ts'
import { orderListQuery, orderLooks } from '../../store/purchase-orders/public.ts'
import { bedsQuery } from '../../wards/beds-and-admissions/public.ts'
import classes from './Finder.module.css'
import { called, type Group, type Hit, isPerson, Named, type Section, settledOf } from './hits.tsx'
import { type Kind, kindsOf, queueNumberIn } from './kinds.ts'
import { placesCalled, placesFor } from './places.ts'
import { useRecent } from './useRecent.tsx'

const few = 4
const someMore = 6
const weeks = 'Doctors’ weeks'

/**
 * The hits for `typed`, in groups. Screens and recent ones come at once; the rest as the server answers for `rested`,
 * from each list that the text can mean and that the user may see.
 */
export function useFound(typed: string, rested: string) {
  const may = useMay()
  const { hasSchedules } = useSite()
  const today = useToday()
  const navigation = useRouteContext({ from: '__root__', select: (context) => context.navigation })
  const openShortcuts = useContext(OpenShortcuts)
  const kinds = kindsOf(rested)
  const asks = (kind: Kind) => kinds.includes(kind)
  const search = kinds.length > 0 ? rested : ''
  const recent = useRecent(typed.trim() === '')

  const turns = useQuery({
    ...numberedTodayQuery(queueNumberIn(search), today),
    enabled: asks('turns') && may('appointment.view'),
  })
  const patients = useQuery({
    ...patientListQuery({ search, limit: someMore }),
    enabled: asks('patients') && may('patient.view'),
  })
  const appointments = useQuery({
    ...foundAppointmentsQuery(search, today, few),
    enabled: asks('appointments') && may('appointment.view'),
  })
  const beds = useQuery({ ...bedsQuery, enabled: asks('beds') && may('bed.view') })
  const items = useQuery({
    ...itemListQuery({ search, limit: few }),
    enabled: asks('items') && may('inventory.view'),
  })
  const availability = useQuery({
    ...availabilityQuery({ search, limit: few }),
    enabled: asks('items') && may('inventory.availability') && !may('inventory.view'),
  })
  const orders = useQuery({
    ...orderListQuery({ search, limit: few }),
    enabled: asks('orders') && may('inventory.view'),
  })
  const { staff } = useStaff(search, { enabled: asks('staff') && may('staff.manage') })
  const doctors = useQuery({
    ...doctorsQuery,
    enabled: asks('staff') && may('appointment.view') && (hasSchedules || !may('staff.manage')),
  })

  const isWhole = (name: string) => fold(name) === fold(search)
  const isFound = finderOf(search)
  const places = placesCalled(placesFor(navigation, may, hasSchedules), typed.trim()).map(
    ({ label, icon, link }): Hit => ({
      key: `place ${label}`,
      icon,
      link: link === 'shortcuts' ? openShortcuts : link,
      content: label,
      isSure: true,
      isExact: fold(label) === fold(typed.trim()),
    }),
  )
  const sections: Section[] = [
    recent,
    { label: 'Screens and actions', hits: typed.trim() ? places.slice(0, few) : places },
    {
      label: 'Today’s queue',
      ...answerOf(turns, ({ items: found }) =>
        found.map(({ id, queueNumber, patient, time, status }) => ({
          key: `turn ${id}`,
          icon: IconListNumbers,
          link: linkOptions({ to: '/opd-queue', search: { card: id } }),
          content: (
            <>
              <strong>#{queueNumber}</strong>
              <PatientIdentityLine patient={patient} />
              <span className={classes.about}>
                {appointmentLooks[status].word}, {formatTime(time)}
              </span>
            </>
          ),
          isExact: search.startsWith('#'),
        })),
      ),
    },
    {
      label: 'Patients',
      ...answerOf(patients, ({ items: found }) =>
        found.map((patient) => ({
          key: `patient ${patient.id}`,
          icon: IconUser,
          link: linkOptions({ to: '/patients/$id', params: { id: patient.id } }),
          content: <PatientIdentityLine patient={patient} withContact found={patient.found} />,
          isExact: patient.found?.match === 'exact',
          isAlike: patient.found?.match === 'alike',
        })),
      ),
    },
    {
      label: 'Appointments',
      ...answerOf(appointments, (found) =>
        found.map(({ id, date, time, status, doctor, patient }) => ({
          key: `appointment ${id}`,
          icon: IconCalendarEvent,
          // A patient in the queue is on today's board, whichever day they came.
          link: linkOptions({
            to: '/opd-queue',
            search: { date: status === 'SCHEDULED' && date !== today ? date : undefined, card: id },
          }),
          content: (
            <>
              <PatientIdentityLine patient={patient} />
              <span className={classes.about}>
                {formatDay(date)}, {formatTime(time)}, {doctorName(doctor)}
              </span>
            </>
          ),
        })),
      ),
    },
    {
      label: 'Beds',
      ...answerOf(beds, (all) =>
        all
          .filter(({ bedNumber, unitName }) => isFound(fold(`${bedNumber} ${unitName}`)))
          .slice(0, few)
          .map(({ id, bedNumber, ward, unitName }) => ({
            key: `bed ${id}`,
            icon: IconBed,
            link: linkOptions({ to: '/beds', search: { search: bedNumber, ward } }),
            content: <Named name={bedNumber} about={unitName} />,
            isExact: isWhole(bedNumber),
          })),
      ),
    },
    {
      label: 'Items',
      ...either(
        answerOf(items, ({ items: found }) =>
          found.map(({ id, name }) => ({
            key: `item ${id}`,
            icon: IconPackage,
            link: linkOptions({ to: '/inventory/$id', params: { id } }),
            content: <Named name={name} />,
            isExact: isWhole(name),
          })),
        ),
        answerOf(availability, ({ items: found }) =>
          found.map(({ id, name, available }) => ({
            key: `item ${id}`,
            icon: IconPackage,
            link: linkOptions({ to: '/availability', search: { search: name } }),
            content: <Named name={name} about={available ? 'Available' : 'Not available'} />,
            isExact: isWhole(name),
          })),
        ),
      ),
    },
    {
      label: 'Purchase orders',
      ...answerOf(orders, ({ items: found }) =>
        found.map(({ id, number, supplier, status }) => ({
          key: `order ${id}`,
          icon: IconClipboardList,
          link: linkOptions({ to: '/purchase-orders/$id', params: { id } }),
          content: (
            <Named
              name={number}
              about={[supplier, orderLooks[status].word].filter((word) => word !== null).join(', ')}
            />
          ),
          isExact: fold(number) === fold(search).replaceAll(' ', ''),
        })),
      ),
    },
    {
      label: 'Staff',
      ...either(
        answerOf(staff, (all) =>
          called(all, search, few).map((member) => ({
            key: `staff ${member.id}`,
            icon: IconUserShield,
            link: linkOptions({ to: '/staff', search: { search: member.email } }),
            content: <Named name={fullName(member)} about={member.email} />,
            isExact: isPerson(member, search),
          })),
        ),
        answerOf(doctors, (all) =>
          called(may('staff.manage') ? [] : all, search, few).map((doctor) => ({
            key: `staff ${doctor.id}`,
            icon: IconStethoscope,
            link: linkOptions({ to: '/opd-queue', search: { doctor: doctor.id } }),
            content: <Named name={doctorName(doctor)} about="Today’s queue" />,
            isExact: isPerson(doctor, search),
          })),
        ),
      ),
    },
    {
      label: weeks,
      ...answerOf(doctors, (all) =>
        called(hasSchedules ? all : [], search, few).map((doctor) => ({
          key: `week ${doctor.id}`,
          icon: IconCalendar,
          link: linkOptions({ to: '/calendar/doctors/$id', params: { id: doctor.id } }),
          content: <Named name={doctorName(doctor)} about="Calendar" />,
        })),
      ),
    },
  ]
  const asked = [turns, patients, appointments, beds, items, availability, orders, staff, doctors].filter(
    ({ isEnabled }) => isEnabled,
  )
  const isAnswered = !asked.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData)
  // A colleague with the same name, or a patient with a similar one, may not be the person searched for.
  const isUnknown =
    patients.isEnabled &&
    isAnswered &&
    patients.data?.items.every(({ found }) => found?.match === 'alike') === true &&
    sections.every(
      ({ label, hits }) => hits.length === 0 || ['Patients', 'Appointments', 'Staff', weeks].includes(label),
    )
  return {
    groups: [...settledOf(sections), ...(isUnknown ? offers(search, may) : [])],
    isAnswered,
    failure: asked.find(({ error }) => error)?.error,
  }
}

/** The actions offered if no patient is found. */
function offers(search: string, may: ReturnType<typeof useMay>): Group[] {
  const register = may('patient.edit') ? registerWords(search) : undefined
  const hits: Hit[] = []
  if (register) {
    hits.push({
      key: `register ${search}`,
      icon: IconUserPlus,
      link: linkOptions({ to: '/patients/new', search: { called: search } }),
      content: register,
    })
  }
  if (registerWords(search) && may('appointment.book')) {
    hits.push({
      key: 'book',
      icon: IconCalendarPlus,
      link: linkOptions({ to: '/opd-queue/new' }),
      content: 'Book an appointment',
    })
  }
  return hits.length > 0 ? [{ label: 'Actions', hits, isOffer: true }] : []
}

type Answer = Pick<Section, 'hits' | 'isPending'>

/** The result of a list, if it is queried. */
function answerOf<Data>(
  { data, isEnabled, isPending }: UseQueryResult<Data>,
  hitsOf: (data: Data) => readonly Hit[],
): Answer {
  if (!isEnabled) return { hits: [] }
  return { hits: data === undefined ? [] : hitsOf(data), isPending }
}

/** Joins two answers. The user’s role allows at most one of the two lists. */
function either(one: Answer, other: Answer): Answer {
  return {
    hits: [...one.hits, ...other.hits],
    isPending: one.isPending === true || other.isPending === true,
  }
}
