import { Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Patient } from '../../../contract/people/patients.ts'
import { AllergyEntries } from '../../clinical/allergies/public.ts'
import { CurrentMedications } from '../../clinical/medications/public.ts'
import { Problems } from '../../clinical/problems/public.ts'
import { RecentVitals, RecordScore } from '../../clinical/vitals/public.ts'
import {
  AppointmentHistory,
  patientAppointmentsQuery,
  UpcomingAppointments,
} from '../../front-desk/appointments/public.ts'
import { LoadedTogether } from '../../ground/records/LoadedTogether.tsx'
import { useMay } from '../../ground/sign-in/account.ts'
import { formatNumber } from '../../ground/ui/format.ts'
import { late } from '../../ground/ui/lazy-component.tsx'
import { LateAccessedBy } from '../../hospital/audit/public.ts'
import { LateWhomToCall } from '../../people/patients/contacts/late.tsx'
import { patientActs } from '../../wards/beds-and-admissions/current/patient-acts.ts'
import {
  CurrentAdmission,
  LateAdmissionHistory,
  patientAdmissionsQuery,
} from '../../wards/beds-and-admissions/public.ts'
import type { ClinicalAct } from './clinical-acts.ts'
import classes from './PatientRecord.module.css'
import { recordTabs } from './tabs.ts'

const Timeline = late(() => import('./timeline/Timeline.tsx'), 'Timeline', {
  StandIn: () => <Skeleton h={320} />,
  isOpen: () => true,
})

const route = getRouteApi('/signed-in/shell/patients/$id')

/** Overview, Appointments, Admissions, Timeline, and for administrators who accessed it; which is open is in the address. */
export function PatientTabs({ patient }: { patient: Patient }) {
  const { tab: asked = 'overview', act, page, vitals, kind } = route.useSearch()
  const navigate = route.useNavigate()
  const mayDo = useMay()
  const mayAudit = mayDo('audit.view')
  const maySeeVisits = mayDo('appointment.view')
  const isHidden = (asked === 'access' && !mayAudit) || (asked === 'appointments' && !maySeeVisits)
  const tab = isHidden ? 'overview' : asked
  const { data } = useQuery({ ...patientAppointmentsQuery(patient.id), enabled: maySeeVisits })
  const admissions = useQuery(patientAdmissionsQuery(patient.id)).data

  function showPage(
    shown: 'appointments' | 'admissions',
    next: number | undefined,
    how?: { replace?: boolean },
  ) {
    void navigate({ search: { tab: shown, page: next }, resetScroll: false, ...how })
  }

  /** The dialog that records an entry of this kind: whether it is open, and how it opens and closes. */
  function recording(kind: ClinicalAct) {
    return {
      isRecording: act === kind,
      onRecording(isRecording: boolean) {
        const next = isRecording ? kind : undefined
        void navigate({ search: (kept) => ({ ...kept, act: next }), replace: true, resetScroll: false })
      },
    }
  }

  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(chosen) =>
        navigate({
          search: { tab: recordTabs.find((one) => one === chosen && one !== 'overview') },
          replace: true,
          resetScroll: false,
        })
      }
    >
      <Tabs.List aria-label="Parts of the record" className={classes.tabs}>
        <Tabs.Tab value="overview">Overview</Tabs.Tab>
        {maySeeVisits && (
          <Tabs.Tab value="appointments">
            Appointments <Count of={data?.total} />
          </Tabs.Tab>
        )}
        <Tabs.Tab value="admissions">
          Admissions <Count of={admissions?.total} />
        </Tabs.Tab>
        <Tabs.Tab value="timeline">Timeline</Tabs.Tab>
        {mayAudit && <Tabs.Tab value="access">Accessed by</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="overview" className={classes.panel}>
        <LoadedTogether id={patient.id} label="Loading the overview…" className={classes.parts}>
          <RecordScore patient={patient} />
          <CurrentAdmission
            patient={patient}
            whomToCall={<LateWhomToCall patientId={patient.id} />}
            act={patientActs.find((one) => one === act)}
            onAct={(next) => navigate({ search: { act: next }, replace: true, resetScroll: false })}
          />
          {mayDo('clinical.view') && (
            <RecentVitals
              patient={patient}
              {...recording('vitals')}
              view={{ isHistory: vitals === 'history', page }}
              onView={(view, how) =>
                navigate({
                  search: { vitals: view.isHistory ? 'history' : undefined, page: view.page },
                  resetScroll: false,
                  ...how,
                })
              }
            />
          )}
          {mayDo('clinical.view') && <Problems patient={patient} {...recording('problem')} />}
          {mayDo('clinical.view') && <CurrentMedications patient={patient} {...recording('medication')} />}
          <AllergyEntries patient={patient} {...recording('allergy')} />
          {maySeeVisits && <UpcomingAppointments patient={patient} />}
        </LoadedTogether>
      </Tabs.Panel>
      {maySeeVisits && (
        <Tabs.Panel value="appointments" className={classes.panel}>
          <AppointmentHistory
            patientId={patient.id}
            page={page}
            onPage={(next, how) => showPage('appointments', next, how)}
          />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="admissions" className={classes.panel}>
        <LateAdmissionHistory
          patient={patient}
          page={page}
          onPage={(next, how) => showPage('admissions', next, how)}
        />
      </Tabs.Panel>
      <Tabs.Panel value="timeline" className={classes.panel}>
        <Timeline
          patient={patient}
          kind={kind}
          onKind={(chosen) =>
            navigate({ search: { tab: 'timeline', kind: chosen }, replace: true, resetScroll: false })
          }
        />
      </Tabs.Panel>
      {mayAudit && (
        <Tabs.Panel value="access" className={classes.panel}>
          <LateAccessedBy patientId={patient.id} />
        </Tabs.Panel>
      )}
    </Tabs>
  )
}

/** Takes its space before it loads, so that the tabs after it don’t move. */
function Count({ of: count }: { of: number | undefined }) {
  return <span className={classes.count}>{count !== undefined && `(${formatNumber(count)})`}</span>
}
