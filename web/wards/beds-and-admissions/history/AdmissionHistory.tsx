import { Button, Group } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Patient } from '../../../../contract/people/patients.ts'
import { doctorName } from '../../../../contract/people/staff.ts'
import { type Admission, destinationNames } from '../../../../contract/wards/admissions.ts'
import { RecordList } from '../../../ground/records/list/RecordList.tsx'
import { usePageRows } from '../../../ground/records/list/rows.ts'
import { useMay, useSite } from '../../../ground/sign-in/account.ts'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { formatDay, formatMoment, orNotRecorded } from '../../../ground/ui/format.ts'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { Facts } from '../../../ground/ui/page/Facts.tsx'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { PatientSummary } from '../../../people/patients/public.ts'
import { patientAdmissionsQuery } from '../queries.ts'
import classes from '../stays/Admission.module.css'
import { Stays } from '../stays/Stays.tsx'
import { WithEntry } from '../stays/WithEntry.tsx'
import { PrintedDischarge } from '../summary/printed.ts'
import { SignSummaryDialog } from '../summary/SignSummaryDialog.tsx'
import { acuityLooks, admissionStatusLooks } from '../words.ts'
import { admissionColumns } from './admission-columns.tsx'

const admissionsPerPage = 20

/** Every admission of a patient, newest first. */
export function AdmissionHistory({
  patient,
  page,
  onPage,
}: {
  patient: Patient
  /** As in the URL: the first page has no number. */
  page: number | undefined
  onPage: (page: number | undefined, how?: { replace: boolean }) => void
}) {
  const { timeZone } = useSite()
  const query = useQuery(patientAdmissionsQuery(patient.id, page ?? 1, admissionsPerPage))
  const list = usePageRows(query, 'The admissions could not be loaded', {
    page,
    pageSize: admissionsPerPage,
    show: (change, how) => onPage(change.page, how),
  })
  const columns = useMemo(() => admissionColumns(timeZone), [timeZone])
  const [shown, setShown] = useState<Admission>()
  return (
    <>
      <RecordList
        label="Admissions, newest first"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={3}
        things="admissions"
        isPart
        rowActions={(admission) => (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Details of the admission on ${formatMoment(admission.admissionDate, timeZone)}`}
            onClick={() => setShown(admission)}
          >
            Details
          </Button>
        )}
        empty={<EmptyState title="No admissions yet">Admissions appear here.</EmptyState>}
      />
      {shown && (
        <AdmissionDetails
          // As it is now: what changes while one reads is seen.
          admission={list.rows?.find(({ id }) => id === shown.id) ?? shown}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}

function AdmissionDetails({ admission, onClose }: { admission: Admission; onClose: () => void }) {
  const { timeZone } = useSite()
  const mayDo = useMay()
  const [act, setAct] = useState<'sign' | 'print'>()
  const { doctor, destination, acuity, deathTakenBack: taken, summarySigned: signed } = admission
  return (
    <DialogFrame title={`Admission of ${formatMoment(admission.admissionDate, timeZone)}`} onClose={onClose}>
      <PatientSummary patient={admission.patient} />
      <div className={classes.beds}>
        <Facts
          columns={2}
          facts={[
            { label: 'Status', value: <StatusBadge look={admissionStatusLooks[admission.status]} /> },
            {
              label: 'Admission Date',
              value: (
                <WithEntry entered={admission.admissionEntered}>
                  {formatMoment(admission.admissionDate, timeZone)}
                </WithEntry>
              ),
            },
            { label: 'Diagnosis', value: admission.diagnosis && <bdi>{admission.diagnosis}</bdi> },
            { label: 'Doctor', value: doctor && <bdi>{doctorName(doctor)}</bdi> },
            admission.dischargeDate
              ? {
                  label: 'Discharge Date',
                  value: (
                    <WithEntry entered={admission.dischargeEntered}>
                      {formatMoment(admission.dischargeDate, timeZone)}
                    </WithEntry>
                  ),
                }
              : {
                  label: 'Expected Discharge',
                  value: admission.expectedDischargeDate && formatDay(admission.expectedDischargeDate),
                },
            ...(destination ? [{ label: 'Discharged to', value: destinationNames[destination] }] : []),
            ...(taken
              ? [
                  {
                    label: 'Death Recorded in Error',
                    value: (
                      <bdi>
                        {formatMoment(taken.at, timeZone)}, {taken.by}: {taken.reason}
                      </bdi>
                    ),
                  },
                ]
              : []),
            ...(acuity
              ? [{ label: 'Last Status', value: <StatusBadge look={acuityLooks[acuity.acuity]} /> }]
              : []),
            { label: 'Notes', value: admission.notes && <bdi>{admission.notes}</bdi> },
            ...(destination && mayDo('clinical.view')
              ? [
                  { label: 'Discharge Summary', value: admission.summary && <bdi>{admission.summary}</bdi> },
                  { label: 'Follow-up', value: admission.followUp && <bdi>{admission.followUp}</bdi> },
                  {
                    label: 'Signed by',
                    value: signed && (
                      <bdi>
                        {orNotRecorded(signed.by && doctorName(signed.by))},{' '}
                        {formatMoment(signed.at, timeZone)}
                      </bdi>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </div>
      <Stays admissionId={admission.id} />
      {destination && mayDo('clinical.view') && (
        <Group gap="xs" mt="lg">
          {!signed && mayDo('clinical.write') && (
            <Button variant="default" onClick={() => setAct('sign')}>
              Write Discharge Summary
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            onClick={() => setAct('print')}
          >
            Print Discharge Summary
          </Button>
        </Group>
      )}
      {act === 'sign' && <SignSummaryDialog admission={admission} onClose={() => setAct(undefined)} />}
      {act === 'print' && <PrintedDischarge id={admission.id} onDone={() => setAct(undefined)} />}
    </DialogFrame>
  )
}
