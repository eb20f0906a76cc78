import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Admission, AdmissionEdit } from '../../../../contract/wards/admissions.ts'
import { EditDialogForm } from '../../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../../ground/records/edit/record-edit.tsx'
import { refusedBy } from '../../../ground/records/failures.ts'
import { Loaded } from '../../../ground/records/Loaded.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { fullName } from '../../../ground/ui/format.ts'
import { PatientSummary, ReasonPanel } from '../../../people/patients/public.ts'
import { admissionQuery, useBedActions } from '../queries.ts'
import { type Inpatient, placeWords } from '../words.ts'
import { AdmissionFields, type AdmissionValues, admissionFields } from './AdmissionFields.tsx'

/** Changes what was said of an admission: doctor, diagnosis, expected discharge, notes. */
export function EditAdmissionDialog({
  inpatient,
  isForDischarge,
  onClose,
}: {
  inpatient: Inpatient
  /** It begins at the expected discharge. */
  isForDischarge?: boolean
  onClose: () => void
}) {
  const admission = useQuery(admissionQuery(inpatient.admissionId))
  return (
    <DialogFrame title={<bdi>Edit the admission of {fullName(inpatient.patient)}</bdi>} onClose={onClose}>
      <Loaded
        query={admission}
        failed="The admission could not be loaded"
        loading={<Skeleton h={420} radius="md" role="status" aria-label="Loading the admission" />}
      >
        {(latest) =>
          // Parts of it are blank, because the record is restricted and not open.
          latest.version === 0 ? (
            <>
              <PatientSummary patient={latest.patient} now={`Current bed: ${placeWords(latest.bed)}`} />
              <ReasonPanel patientId={latest.patientId} />
            </>
          ) : (
            <EditForm latest={latest} isForDischarge={isForDischarge} onClose={onClose} />
          )
        }
      </Loaded>
    </DialogFrame>
  )
}

function valuesOf({ doctorId, diagnosis, expectedDischargeDate, notes }: Admission): AdmissionValues {
  return {
    doctorId: doctorId ?? '',
    diagnosis: diagnosis ?? '',
    expectedDischargeDate: expectedDischargeDate ?? '',
    notes: notes ?? '',
  }
}

function EditForm({
  latest,
  isForDischarge,
  onClose,
}: {
  latest: Admission
  isForDischarge: boolean | undefined
  onClose: () => void
}) {
  const { edit: editAdmission } = useBedActions()
  const edit = useRecordEdit({
    thing: 'admission',
    latest,
    record: Admission,
    fields: admissionFields,
    schema: AdmissionEdit,
    valuesOf,
    draftKey: `admission:edit:${latest.id}`,
    save: (body, base) => editAdmission(base, body),
    told: ({ patient }) => `Admission of ${fullName(patient)} updated`,
    onSaved: onClose,
    onFailure: refusedBy('Update failed'),
  })

  return (
    <EditDialogForm edit={edit} onClose={onClose} label="Update admission" busyLabel="Updating…">
      <PatientSummary patient={latest.patient} now={`Current bed: ${placeWords(latest.bed)}`} />
      <AdmissionFields
        form={edit.form}
        present={latest.doctor ?? undefined}
        isForDischarge={isForDischarge}
      />
    </EditDialogForm>
  )
}
