import { Button, Skeleton, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconArrowMerge,
  IconCalendarPlus,
  IconChevronDown,
  IconFileExport,
  IconLock,
  IconPencil,
  IconPrinter,
  IconUserOff,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import type { Patient } from '../../../contract/people/patients.ts'
import { LateConsultation, MostRecentAppointment, useOwnVisit } from '../../front-desk/appointments/public.ts'
import { BackLink, ButtonLink } from '../../ground/links/links.tsx'
import { RecordPage } from '../../ground/records/Loaded.tsx'
import { MissingRecord } from '../../ground/records/MissingRecord.tsx'
import { useMay, useMe } from '../../ground/sign-in/account.ts'
import { late, whileOpen, whilePrinting } from '../../ground/ui/lazy-component.tsx'
import { ListHeader } from '../../ground/ui/page/ListHeader.tsx'
import { LateContacts } from '../../people/patients/contacts/late.tsx'
import { LateIdentifiers } from '../../people/patients/identifiers/late.ts'
import { PatientBanner } from '../../people/patients/identity/PatientBanner.tsx'
import { LabelMenu } from '../../people/patients/labels/LabelMenu.tsx'
import { PrintedLabel } from '../../people/patients/labels/labels.ts'
import { lastList } from '../../people/patients/list/list-search.ts'
import { LateMergedFrom } from '../../people/patients/merge/late.tsx'
import { useMergedInstead } from '../../people/patients/merge/use-merged-instead.ts'
import { patientQuery } from '../../people/patients/queries.ts'
import { PatientProfile } from '../../people/patients/record/PatientProfile.tsx'
import { AdmittedBadge } from '../../wards/beds-and-admissions/public.ts'
import classes from './PatientRecord.module.css'
import { PatientTabs } from './PatientTabs.tsx'
import { NewsPlace } from './timeline/NewsPlace.tsx'

// For consultations alone, and with it the words of every event.
const NewsSince = late(() => import('./timeline/NewsSince.tsx'), 'NewsSince', {
  StandIn: NewsPlace,
  isPlaceholder: true,
})
const PrintedRecord = late(() => import('./print/PrintedRecord.tsx'), 'PrintedRecord', whilePrinting)
const RestrictedRecord = late(() => import('./RestrictedRecord.tsx'), 'RestrictedRecord', {
  StandIn: Loading,
  isOpen: () => true,
})
const RestrictDialog = late(
  () => import('../../people/patients/restricted/RestrictDialog.tsx'),
  'RestrictDialog',
  whileOpen,
)

const CopyDialog = late(() => import('../../people/patients/record/CopyDialog.tsx'), 'CopyDialog', whileOpen)
const BannerPhoto = late(() => import('../../people/patients/photo/BannerPhoto.tsx'), 'BannerPhoto', {
  StandIn: () => null,
  isPlaceholder: true,
})

const route = getRouteApi('/signed-in/shell/patients/$id')

/**
 * One patient: who it is, what is known, what is booked, and where they lie. The key closes what is open, so that a
 * dialog about one patient's entry never stands over another patient's record.
 */
export function PatientRecord() {
  const { id } = route.useParams()
  const patient = useQuery(patientQuery(id))
  if (useMergedInstead(patient)) return <Loading />
  return (
    <RecordPage
      query={patient}
      failed="This patient’s record could not be loaded"
      missing={
        <MissingRecord
          title="Patient Not Found"
          icon={IconUserOff}
          list={{ to: '/patients', name: 'Patients' }}
        >
          The patient you're looking for doesn't exist or has been removed.
        </MissingRecord>
      }
      loading={<Loading />}
    >
      {(found) => <Found key={found.id} patient={found} />}
    </RecordPage>
  )
}

function Found({ patient }: { patient: Patient }) {
  if (patient.restrictedSince === null) return <Page patient={patient} isOpen notice={null} />
  return (
    <RestrictedRecord patient={patient}>
      {(isOpen, notice) => <Page patient={patient} isOpen={isOpen} notice={notice} />}
    </RestrictedRecord>
  )
}

function Page({ patient, isOpen, notice }: { patient: Patient; isOpen: boolean; notice: ReactNode }) {
  const mayDo = useMay()
  const me = useMe()
  const mayEditPhoto = isOpen && mayDo('patient.edit')
  const [printing, setPrinting] = useState(false)
  const [restricting, setRestricting] = useState(false)
  const [copying, setCopying] = useState(false)
  const { print } = route.useSearch()
  const navigate = route.useNavigate()
  const printLabel = (label: typeof print) =>
    void navigate({ search: (kept) => ({ ...kept, print: label }), replace: true, resetScroll: false })
  return (
    <div className={classes.page}>
      <ListHeader
        back={
          <BackLink to="/patients" search={lastList(me.id)}>
            Patients
          </BackLink>
        }
      >
        {isOpen && mayDo('patient.edit') && (
          <ButtonLink
            variant="default"
            to="/patients/edit/$id"
            params={{ id: patient.id }}
            leftSection={<IconPencil size={16} aria-hidden="true" />}
          >
            Edit Patient
          </ButtonLink>
        )}
        {isOpen && (
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            onClick={() => setPrinting(true)}
          >
            Print Record
          </Button>
        )}
        <LabelMenu onPrint={printLabel} hasPhoto={patient.photoMark !== null} />
        {isOpen && mayDo('patient.copy') && (
          <Button
            variant="default"
            leftSection={<IconFileExport size={16} aria-hidden="true" />}
            onClick={() => setCopying(true)}
          >
            Copy for the Patient
          </Button>
        )}
        {mayDo('patient.restrict') && (
          <Button
            variant="default"
            leftSection={<IconLock size={16} aria-hidden="true" />}
            onClick={() => setRestricting(true)}
          >
            {patient.restrictedSince ? 'Restriction' : 'Restrict Record'}
          </Button>
        )}
        {isOpen && mayDo('patient.merge') && (
          <ButtonLink
            variant="default"
            to="/patients/merge/$id"
            params={{ id: patient.id }}
            leftSection={<IconArrowMerge size={16} aria-hidden="true" />}
          >
            Merge…
          </ButtonLink>
        )}
        {mayDo('appointment.book') && !patient.deceasedAt && (
          <ButtonLink
            to="/opd-queue/new"
            search={{ patientId: patient.id }}
            leftSection={<IconCalendarPlus size={16} aria-hidden="true" />}
          >
            New Appointment
          </ButtonLink>
        )}
      </ListHeader>
      <PatientBanner
        patient={patient}
        isTitle
        photo={
          (patient.photoMark || mayEditPhoto) && <BannerPhoto patient={patient} mayEdit={mayEditPhoto} />
        }
      />
      {notice}
      {isOpen && <OpenRecord patient={patient} />}
      {print && (
        <PrintedLabel key={print} kind={print} id={patient.id} onDone={() => printLabel(undefined)} />
      )}
      {isOpen && printing && <PrintedRecord id={patient.id} onDone={() => setPrinting(false)} />}
      {mayDo('patient.restrict') && <RestrictDialog.Ahead />}
      {copying && <CopyDialog patient={patient} onClose={() => setCopying(false)} />}
      {restricting && <RestrictDialog patient={patient} onClose={() => setRestricting(false)} />}
    </div>
  )
}

/** Asks for nothing that a restricted record would refuse before it is open. */
function OpenRecord({ patient }: { patient: Patient }) {
  const mayDo = useMay()
  const { visit, hold } = useOwnVisit(patient.id)
  const [notePlace, setNotePlace] = useState<HTMLElement | null>(null)
  return (
    <>
      <div className={classes.columns} data-consulting={Boolean(visit) || undefined}>
        {visit === undefined ? (
          <Skeleton className={classes.loadingProfile} radius="md" />
        ) : (
          <div className={classes.side}>
            <FoldedProfile>
              <PatientProfile
                patient={patient}
                admitted={<AdmittedBadge patientId={patient.id} />}
                mostRecentAppointment={
                  mayDo('appointment.view') && <MostRecentAppointment patientId={patient.id} />
                }
              />
              <LateIdentifiers patient={patient} />
              <div className={classes.contacts}>
                <LateContacts patient={patient} />
              </div>
              {patient.hasMerged && <LateMergedFrom patient={patient} />}
            </FoldedProfile>
            {visit && <NewsSince patient={patient} visit={visit} />}
            {visit && <div ref={setNotePlace} className={classes.note} />}
          </div>
        )}
        <PatientTabs patient={patient} />
      </div>
      {mayDo('appointment.treat') && (
        <LateConsultation patientId={patient.id} visit={visit} hold={hold} notePlace={notePlace} />
      )}
    </>
  )
}

/** Beside the rest on a desk; on tablets and phones one line, which opens. */
function FoldedProfile({ children }: { children: ReactNode }) {
  const [isOpen, fold] = useDisclosure()
  const id = useId()
  return (
    <div className={classes.profile} data-open={isOpen || undefined}>
      <UnstyledButton
        className={classes.fold}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={fold.toggle}
      >
        {isOpen ? 'Hide profile' : 'Show profile'}
        <IconChevronDown size={16} aria-hidden="true" />
      </UnstyledButton>
      <div id={id}>{children}</div>
    </div>
  )
}

/** As high as the loaded content, so that nothing jumps. */
function Loading() {
  return (
    <div className={classes.page} role="status" aria-label="Loading the patient’s record">
      <div className={classes.loadingHead}>
        <Skeleton h={36} w={260} />
      </div>
      <Skeleton h={52} mb="md" radius="md" />
      <div className={classes.columns}>
        <Skeleton className={classes.loadingProfile} radius="md" />
        <Skeleton h={320} radius="md" />
      </div>
    </div>
  )
}
