import { Center, Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { editPatient, Patient } from '../../../../contract/people/patients.ts'
import { ApiError, api } from '../../../ground/client/api.ts'
import { seedAnswer } from '../../../ground/client/live/own-writes.ts'
import { ButtonLink } from '../../../ground/links/links.tsx'
import { useRecordEdit } from '../../../ground/records/edit/record-edit.tsx'
import { refusedBy } from '../../../ground/records/failures.ts'
import { FormFrame } from '../../../ground/records/form/FormFrame.tsx'
import { endOf } from '../../../ground/records/Loaded.tsx'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { PageHeader } from '../../../ground/ui/page/PageHeader.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
import { PatientBanner } from '../identity/PatientBanner.tsx'
import { patientQuery } from '../queries.ts'
import { useRecordAccess } from '../restricted/access.ts'
import { PatientFields, patientFields, patientSchema, patientValues } from './PatientFields.tsx'

const route = getRouteApi('/signed-in/shell/patients/edit/$id')

/** Changes a patient's record. */
export function EditPatient() {
  const { id } = route.useParams()
  const navigate = useNavigate()
  const patient = useQuery(patientQuery(id))
  const failure = patient.data ? null : patient.error

  useEffect(() => {
    if (!failure) return
    toast.error(
      failure instanceof ApiError && failure.status > 0 ? failure.message : 'Error loading patient data',
    )
    void navigate({ to: '/patients', replace: true })
  }, [failure, navigate])

  return (
    <>
      <PageHeader title="Edit Patient" context="Update patient information" />
      {patient.data ? (
        <EditOpened key={id} latest={patient.data} ended={endOf(patient)} />
      ) : (
        <Center mih={480}>
          <Loader aria-label="Loading the patient’s record" />
        </Center>
      )}
    </>
  )
}

/** A restricted record is opened first, where its reason is asked for. */
function EditOpened({ latest, ended }: Parameters<typeof EditForm>[0]) {
  const navigate = useNavigate()
  const isClosed = useRecordAccess(latest).data?.isOpen === false
  useEffect(() => {
    if (isClosed) void navigate({ to: '/patients/$id', params: { id: latest.id }, replace: true })
  }, [isClosed, latest.id, navigate])
  return isClosed ? null : <EditForm latest={latest} ended={ended} />
}

function EditForm({ latest, ended }: { latest: Patient; ended: 'deleted' | undefined }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const edit = useRecordEdit({
    thing: 'record',
    latest,
    ended,
    record: Patient,
    fields: patientFields,
    schema: patientSchema(useToday()),
    valuesOf: patientValues,
    draftKey: `patient:${latest.id}`,
    save: (body, { id, version }) => api(editPatient, { params: { id }, body: { ...body, id } }, { version }),
    told: (saved) => `Patient ${saved.firstName} ${saved.lastName} updated successfully !`,
    async onSaved(saved) {
      seedAnswer(queryClient, patientQuery(saved.id), saved)
      await navigate({ to: '/patients/$id', params: { id: saved.id } })
    },
    onFailure: refusedBy('Submission failed'),
  })

  return (
    <>
      <PatientBanner patient={latest} />
      <FormFrame
        of={edit}
        saveLabel="Update Patient"
        closing={
          <ButtonLink to="/patients" variant="default" onClick={edit.giveUp}>
            Cancel
          </ButtonLink>
        }
      >
        <PatientFields form={edit.form} mrn={latest.mrn} mrnNote="Can’t be changed" listed={latest} />
      </FormFrame>
    </>
  )
}
