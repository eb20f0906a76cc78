import { Box, Center, Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router'
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
import { late } from '../../../ground/ui/lazy-component.tsx'
import { PageHeader } from '../../../ground/ui/page/PageHeader.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
import { LateContacts } from '../contacts/late.tsx'
import { LateIdentifiers } from '../identifiers/late.ts'
import { PatientBanner } from '../identity/PatientBanner.tsx'
import { patientQuery } from '../queries.ts'
import { PatientFields, patientFields, patientSchema, patientValues } from './PatientFields.tsx'

const RestrictedGate = late(() => import('../restricted/RestrictedGate.tsx'), 'RestrictedGate', {
  isOpen: () => true,
})

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
      {patient.data ? <EditOpened key={id} latest={patient.data} ended={endOf(patient)} /> : <Reading />}
    </>
  )
}

function Reading() {
  return (
    <Center mih={480}>
      <Loader aria-label="Loading the patient’s record" />
    </Center>
  )
}

/** A restricted record is opened first, on the screen that asks for the reason. */
function EditOpened(edit: Parameters<typeof EditForm>[0]) {
  const { latest } = edit
  if (latest.restrictedSince === null) return <EditForm {...edit} />
  return (
    <RestrictedGate patient={latest}>
      {({ isOpen }) => {
        if (!isOpen) return <Navigate to="/patients/$id" params={{ id: latest.id }} replace />
        // Read before it opened, parts of it are blank.
        return latest.version === 0 ? <Reading /> : <EditForm {...edit} />
      }}
    </RestrictedGate>
  )
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
      <Box maw={880}>
        <LateIdentifiers patient={latest} />
      </Box>
      <Box maw={880} mt="md">
        <LateContacts patient={latest} />
      </Box>
    </>
  )
}
