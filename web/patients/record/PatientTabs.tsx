import { Tabs } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Patient } from '../../../contract/patients.ts'
import { AdmissionHistory, CurrentAdmission, patientAdmissionsQuery } from '../../admissions/public.ts'
import {
  AppointmentLine,
  patientAppointmentColumns,
  patientAppointmentsQuery,
} from '../../appointments/public.ts'
import { ButtonLink } from '../../links.tsx'
import { RecordList } from '../../records/list/RecordList.tsx'
import { rowsOf, usePageRows } from '../../records/list/rows.ts'
import { ShortList } from '../../records/list/ShortList.tsx'
import { useMay } from '../../session/account.ts'
import { useToday } from '../../session/hospital-clock.ts'
import { formatNumber } from '../../ui/format.ts'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { upcomingAppointmentsQuery } from '../queries.ts'
import classes from './PatientDetail.module.css'

const route = getRouteApi('/signed-in/shell/patients/$id')
const appointmentsPerPage = 20

/** Overview, Appointments and Admissions; which one is open stands in the address. */
export function PatientTabs({ patient }: { patient: Patient }) {
  const { tab = 'overview', act, page } = route.useSearch()
  const navigate = route.useNavigate()
  const { data } = useQuery(patientAppointmentsQuery(patient.id))
  const admissions = useQuery(patientAdmissionsQuery(patient.id)).data
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(chosen) =>
        navigate({
          search: { tab: chosen === 'appointments' || chosen === 'admissions' ? chosen : undefined },
          replace: true,
          resetScroll: false,
        })
      }
    >
      <Tabs.List aria-label="Parts of the record">
        <Tabs.Tab value="overview">Overview</Tabs.Tab>
        <Tabs.Tab value="appointments">Appointments{data && ` (${formatNumber(data.total)})`}</Tabs.Tab>
        <Tabs.Tab value="admissions">
          Admissions{admissions && ` (${formatNumber(admissions.total)})`}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="overview" className={classes.panel}>
        <CurrentAdmission
          patient={patient}
          act={act}
          onAct={(next) => navigate({ search: { act: next }, replace: true, resetScroll: false })}
        />
        <Upcoming patient={patient} />
      </Tabs.Panel>
      <Tabs.Panel value="appointments" className={classes.panel}>
        <History patient={patient} />
      </Tabs.Panel>
      <Tabs.Panel value="admissions" className={classes.panel}>
        <AdmissionHistory
          patient={patient}
          page={page}
          onPage={(next, how) =>
            navigate({ search: { tab: 'admissions', page: next }, resetScroll: false, ...how })
          }
        />
      </Tabs.Panel>
    </Tabs>
  )
}

/** Today's and later ones that are neither over nor cancelled, the next one first. */
function Upcoming({ patient }: { patient: Patient }) {
  const mayDo = useMay()
  const query = useQuery(upcomingAppointmentsQuery(patient.id, useToday()))
  return (
    <Section title="Upcoming Appointments" flush>
      <ShortList
        list={rowsOf(query, 'The upcoming appointments could not be loaded', query.data?.items)}
        loading="Loading the appointments…"
        empty={
          <EmptyState
            compact
            title="Nothing is booked"
            action={
              mayDo('appointment.book') &&
              !patient.deceasedAt && (
                <ButtonLink
                  variant="default"
                  to="/opd-queue/new"
                  search={{ patientId: patient.id }}
                  leftSection={<IconCalendarPlus size={16} aria-hidden="true" />}
                >
                  Schedule Appointment
                </ButtonLink>
              )
            }
          >
            {patient.deceasedAt
              ? 'This patient has died. What was still open then was cancelled.'
              : 'The next appointments of this patient stand here.'}
          </EmptyState>
        }
      >
        {(appointments) => (
          <ul className={classes.lines}>
            {appointments.map((appointment) => (
              <li key={appointment.id}>
                <AppointmentLine appointment={appointment} />
              </li>
            ))}
          </ul>
        )}
      </ShortList>
    </Section>
  )
}

function History({ patient }: { patient: Patient }) {
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery({
    ...patientAppointmentsQuery(patient.id, page, appointmentsPerPage),
    placeholderData: keepPreviousData,
  })
  const list = usePageRows(query, 'The appointments could not be loaded', {
    page,
    pageSize: appointmentsPerPage,
    show: (change, how) =>
      void navigate({ search: { tab: 'appointments', ...change }, resetScroll: false, ...how }),
  })
  return (
    <RecordList
      label="Appointments, newest first"
      list={list}
      columns={patientAppointmentColumns}
      rowKey={({ id }) => id}
      expectedRows={5}
      things="appointments"
      isPart
      empty={
        <EmptyState title="No appointments yet">What was booked for this patient stands here.</EmptyState>
      }
    />
  )
}
