import { Alert, Center, Loader } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { editPatient, Patient } from '../../../contract/patients.ts'
import { ApiError, api } from '../../client/api.ts'
import { useFormDraft } from '../../client/drafts.ts'
import { useContractForm } from '../../client/forms.ts'
import { useMe } from '../../session/account.ts'
import { useToday } from '../../session/hospital-clock.ts'
import { DraftNotice } from '../../ui/form/DraftNotice.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { toast } from '../../ui/toast.tsx'
import { PatientBanner } from '../identity/PatientBanner.tsx'
import { patientQuery } from '../queries.ts'
import { ChangedMeanwhile, PatientConflict, type Side } from './PatientConflict.tsx'
import { PatientFormFields } from './PatientFormFields.tsx'
import { PatientFormFrame } from './PatientFormFrame.tsx'
import {
  bodyOf,
  conflictingFields,
  type EditConflict,
  type PatientField,
  patientFormSchema,
  valuesOf,
} from './patient-form.ts'
import { submissionFailed } from './submission.ts'

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
        <EditForm
          key={id}
          latest={patient.data}
          isDeleted={patient.error instanceof ApiError && patient.error.status === 404}
        />
      ) : (
        <Center mih={480}>
          <Loader aria-label="Loading the patient’s record" />
        </Center>
      )}
    </>
  )
}

function EditForm({ latest, isDeleted }: { latest: Patient; isDeleted: boolean }) {
  const me = useMe()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [initialValues] = useState(() => valuesOf(latest, ''))
  const [conflict, setConflict] = useState<EditConflict>()
  const [chosen, setChosen] = useState<Partial<Record<PatientField, Side>>>({})
  const isSaved = useRef(false)

  const { form, summary, onSubmit, busy } = useContractForm({
    schema: patientFormSchema(useToday()),
    initialValues,
    send: async (values) => {
      const saved = await api(
        editPatient,
        { params: { id: latest.id }, body: { ...bodyOf(values), id: latest.id } },
        { version: (values.base ?? latest).version },
      )
      isSaved.current = true
      draft.forget()
      queryClient.setQueryData(patientQuery(saved.id).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: ['patient'] })
      toast.success(`Patient ${saved.firstName} ${saved.lastName} updated successfully !`)
      await navigate({ to: '/patients/$id', params: { id: saved.id } })
    },
    onFailure: (error) => {
      if (error instanceof ApiError && error.status === 412) {
        const current = Patient.safeParse(error.problem.current)
        if (current.success) {
          compare(current.data, error.problem)
          return true
        }
      }
      return submissionFailed(error)
    },
  })
  const draft = useFormDraft(form, me.id, `patient:${latest.id}`)
  const base = form.values.base ?? latest
  const isBehind = latest.version > base.version && !busy && !isSaved.current

  // Nothing was typed yet: then the newer record is simply what is edited.
  const isUntouched = isBehind && !form.isDirty()
  useEffect(() => {
    if (!isUntouched) return
    form.setInitialValues(valuesOf(latest, ''))
    form.setValues(valuesOf(latest, ''))
  })

  /** Goes on from their record: what only they changed is taken over, what both changed stays mine until chosen. */
  function compare(theirs: Patient, by: { changedBy?: string; changedAt?: string } = {}) {
    const fields = conflictingFields(form.getValues(), theirs)
    form.setInitialValues(valuesOf(theirs, ''))
    form.setValues({
      ...Object.fromEntries(
        fields.filter(({ onlyTheirs }) => onlyTheirs).map(({ field, theirs: value }) => [field, value ?? '']),
      ),
      base: theirs,
    })
    form.clearErrors()
    setChosen({})
    setConflict({ theirs, changedBy: by.changedBy, changedAt: by.changedAt ?? theirs.updatedAt, fields })
  }

  function choose(field: PatientField, side: Side) {
    const both = conflict?.fields.find((one) => one.field === field)
    if (!both) return
    setChosen((before) => ({ ...before, [field]: side }))
    const value = both[side]
    form.setValues({ [field]: field === 'bloodGroup' || field === 'gender' ? value : (value ?? '') })
  }

  return (
    <>
      <PatientBanner patient={latest} />
      <PatientFormFrame
        onSubmit={onSubmit}
        summary={summary}
        saveLabel="Update Patient"
        busy={busy}
        blocked={isDeleted}
        onCancel={draft.forget}
        warning={
          <>
            {isDeleted && (
              <Alert color="red" role="alert" radius={0} title="This patient’s record was deleted">
                Somebody deleted it while you were editing. What you typed can’t be saved any more; copy what
                you still need before you leave.
              </Alert>
            )}
            {isBehind && !isUntouched && !isDeleted && (
              <ChangedMeanwhile changedAt={latest.updatedAt} onCompare={() => compare(latest)} />
            )}
          </>
        }
        notices={
          <>
            <DraftNotice
              draft={draft}
              onStartOver={() => {
                setConflict(undefined)
                form.setInitialValues(valuesOf(latest, ''))
                form.setValues(valuesOf(latest, ''))
              }}
            />
            {conflict && !isDeleted && (
              <PatientConflict conflict={conflict} chosen={chosen} onChoose={choose} />
            )}
          </>
        }
      >
        <PatientFormFields form={form} mrn={latest.mrn} mrnNote="It never changes" />
      </PatientFormFrame>
    </>
  )
}
