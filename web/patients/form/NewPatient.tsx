import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { registerPatient } from '../../../contract/patients.ts'
import { ApiError, api } from '../../client/api.ts'
import { useFormDraft } from '../../client/drafts.ts'
import { useContractForm } from '../../client/forms.ts'
import { useMe } from '../../session/account.ts'
import { useToday } from '../../session/hospital-clock.ts'
import { DraftNotice } from '../../ui/form/DraftNotice.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { toast } from '../../ui/toast.tsx'
import { nextMrnQuery, patientQuery, probableDuplicatesQuery } from '../queries.ts'
import { PatientFormFields } from './PatientFormFields.tsx'
import { PatientFormFrame } from './PatientFormFrame.tsx'
import { duplicateQueryOf, ProbableDuplicates, useProbableDuplicates } from './ProbableDuplicates.tsx'
import { blankValues, bodyOf, type PatientFormValues, patientFormSchema } from './patient-form.ts'
import { submissionFailed } from './submission.ts'

/** Not a failure: the record was held back because somebody with the same name or number exists. */
class PossibleDuplicate extends Error {}

/** Registers a patient. */
export function NewPatient() {
  const me = useMe()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const nextMrn = useQuery(nextMrnQuery)
  const [initialValues] = useState(blankValues)
  const [heldBack, setHeldBack] = useState(0)
  /** The ids of those who were seen, and are somebody else. */
  const seen = useRef(new Set<string>())
  /** What was sent without hearing whether it was saved. To send the same again is safe. */
  const unanswered = useRef<string>(undefined)

  const { form, summary, onSubmit, busy } = useContractForm({
    schema: patientFormSchema(useToday()),
    initialValues,
    send: async (values) => {
      const body = bodyOf(values)
      const sent = JSON.stringify(body)
      // Whoever looks like this patient after a lost answer is most likely this patient, saved.
      if (unanswered.current !== sent) await refuseDuplicates(values)
      unanswered.current = sent
      const saved = await api(registerPatient, { body }, { idempotencyKey: values.attemptKey }).catch(
        (error) => {
          if (!(error instanceof ApiError && error.status === 0)) unanswered.current = undefined
          throw error
        },
      )
      draft.forget()
      queryClient.setQueryData(patientQuery(saved.id).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: ['patient'] })
      toast.success(`Patient ${saved.firstName} ${saved.lastName} created successfully !`)
      await navigate({ to: '/patients' })
    },
    onFailure: (error) => {
      if (error instanceof PossibleDuplicate) {
        setHeldBack((count) => count + 1)
        return true
      }
      if (error instanceof ApiError && error.problem.code === 'idempotency_key_reused') {
        toast.error(
          'This patient was already saved, before your last change to the form. Find the record in the list and edit it there.',
        )
        return true
      }
      return submissionFailed(error)
    },
  })
  const draft = useFormDraft(form, me.id, 'patient:new')
  const candidates = useProbableDuplicates(form.values)

  /** Asks once more before saving, for the panel may be behind what was typed last. */
  async function refuseDuplicates(values: PatientFormValues) {
    const query = duplicateQueryOf(values)
    if (!query) return
    const found = await queryClient
      .fetchQuery({ ...probableDuplicatesQuery(query), staleTime: 0 })
      .catch((error) => {
        // Without the comparison a patient can still be registered; without a session or a connection, not.
        if (error instanceof ApiError && error.status >= 500) return []
        throw error
      })
    if (found.some(({ id }) => !seen.current.has(id))) throw new PossibleDuplicate()
  }

  return (
    <>
      <PageHeader title="New Patient" context="Create a new patient record" />
      <PatientFormFrame
        onSubmit={onSubmit}
        summary={summary}
        saveLabel="Save Patient"
        busy={busy}
        onCancel={draft.forget}
        notices={<DraftNotice draft={draft} onStartOver={() => form.reset()} />}
        aside={
          <ProbableDuplicates
            candidates={candidates}
            attempt={heldBack}
            busy={busy}
            onSaveAnyway={() => {
              for (const { id } of candidates) seen.current.add(id)
              onSubmit()
            }}
          />
        }
      >
        <PatientFormFields
          form={form}
          mrn={nextMrn.data?.mrn ?? ''}
          mrnNote="A preview: given when the record is saved"
        />
      </PatientFormFrame>
    </>
  )
}
