import { Skeleton } from '@mantine/core'
import { IconChartBar, IconReport } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { ButtonLink } from '../../ground/links/links.tsx'
import { useMay, useMe, useSite } from '../../ground/sign-in/account.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { formatWeekday } from '../../ground/ui/format.ts'
import { late } from '../../ground/ui/lazy-component.tsx'
import { PageHeader } from '../../ground/ui/page/PageHeader.tsx'
import { BedOccupancy, WeeklyAppointments } from './Charts.tsx'
import classes from './Dashboard.module.css'
import { Figures } from './Figures.tsx'
import { OwnInpatients, RecentAdmissions } from './Inpatients.tsx'
import { TodaysAppointments } from './TodaysAppointments.tsx'

/** Loaded separately, because only some roles and new hospitals need these parts. */
const OfTheStore = lazy(async () => ({ default: (await import('./Store.tsx')).OfTheStore }))
const OfThePharmacy = lazy(async () => ({ default: (await import('./Pharmacy.tsx')).OfThePharmacy }))
const OfTheWards = lazy(async () => ({ default: (await import('./Wards.tsx')).OfTheWards }))

const MyInpatients = lazy(async () => ({ default: (await import('./MyInpatients.tsx')).MyInpatients }))
const loading = { rows: undefined }
const none = () => null
/** Only doctors have them, and the code of scores comes with them. */
const ownInpatients = (
  <Suspense fallback={<OwnInpatients list={loading} score={none} />}>
    <MyInpatients />
  </Suspense>
)

const SetUp = lazy(async () => ({ default: (await import('./SetUp.tsx')).SetUp }))

const BackupWarning = late(() => import('./BackupWarning.tsx'), 'BackupWarning')
const MailTrouble = late(() => import('../../hospital/settings/MailTrouble.tsx'), 'MailTrouble')

const ClinicsToday = late(() => import('./ClinicsToday.tsx'), 'ClinicsToday')

/** The day at a glance, in the order in which each role needs it. */
export function Dashboard() {
  const may = useMay()
  const { role } = useMe()
  const { sendsMail, isBeingSetUp, hasSchedules } = useSite()
  // A dialog that was opened from it stays when the last step is done, also if a colleague brought the steps back since.
  const [wasBeingSetUp, rememberSetUp] = useState(isBeingSetUp)
  if (isBeingSetUp && !wasBeingSetUp) rememberSetUp(true)
  return (
    <>
      <PageHeader title="Dashboard" context={formatWeekday(useToday())}>
        {may('appointment.view') && (
          <ButtonLink
            to="/weekly-report"
            variant="default"
            leftSection={<IconReport size={16} aria-hidden="true" />}
          >
            Weekly Report
          </ButtonLink>
        )}
        <ButtonLink
          to="/analytics"
          variant="default"
          leftSection={<IconChartBar size={16} aria-hidden="true" />}
        >
          Analytics
        </ButtonLink>
      </PageHeader>
      {sendsMail && may('staff.manage') && <MailTrouble />}
      {may('staff.manage') && <BackupWarning />}
      {/* Content below renders only after it, so that it moves nothing. */}
      <Suspense fallback={<Skeleton h={480} />}>
        {wasBeingSetUp && may('staff.manage') && <SetUp />}
        {role && role !== 'nurse' && <Figures />}
        {hasSchedules && may('appointment.view') && (
          <p className={classes.clinics}>
            <ClinicsToday />
          </p>
        )}
        {role && <Sections role={role} />}
      </Suspense>
    </>
  )
}

function Sections({ role }: { role: string }) {
  const may = useMay()
  const { isDoctor } = useMe()
  const isOnWards = may('clinical.observe') && may('bed.view') && !isDoctor
  switch (role) {
    case 'inventory_manager':
      return (
        <Suspense fallback={<Skeleton h={480} />}>
          <OfTheStore />
        </Suspense>
      )
    case 'pharmacist':
      return (
        <Suspense fallback={<Skeleton h={480} />}>
          <OfThePharmacy />
        </Suspense>
      )
    case 'nurse':
      return (
        <Suspense fallback={<Skeleton h={480} />}>
          <OfTheWards />
        </Suspense>
      )
    case 'doctor':
      return (
        <div className={classes.sections}>
          <TodaysAppointments />
          {ownInpatients}
          <div className={classes.pair}>
            <WeeklyAppointments />
            <BedOccupancy />
          </div>
          <RecentAdmissions />
        </div>
      )
    case 'receptionist':
      return (
        <div className={classes.sections}>
          <TodaysAppointments />
          <div className={classes.pair}>
            <BedOccupancy />
            <WeeklyAppointments />
          </div>
          <RecentAdmissions />
        </div>
      )
    case 'admin':
      return (
        <div className={classes.sections}>
          <div className={classes.pair}>
            <WeeklyAppointments />
            <BedOccupancy />
          </div>
          <RecentAdmissions />
          <TodaysAppointments />
        </div>
      )
    // A role of the hospital's own: what it may see.
    default:
      return (
        <div className={classes.sections}>
          {isOnWards && (
            <Suspense fallback={<Skeleton h={480} />}>
              <OfTheWards />
            </Suspense>
          )}
          {may('appointment.view') && <TodaysAppointments />}
          {isDoctor && may('bed.view') && ownInpatients}
          <div className={classes.pair}>
            {may('appointment.view') && <WeeklyAppointments />}
            {may('bed.view') && <BedOccupancy />}
          </div>
          {may('bed.view') && !isOnWards && <RecentAdmissions />}
          {may('inventory.change') && (
            <Suspense fallback={<Skeleton h={480} />}>
              <OfTheStore />
            </Suspense>
          )}
        </div>
      )
  }
}
