import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { registerPatient } from '../../../contract/patients.ts'
import { ApiError, api } from '../../client/api.ts'
import { seedAnswer } from '../../client/live/answers.ts'
import { ButtonLink } from '../../links/links.tsx'
import { refusedBy } from '../../records/failures.ts'
import { FormFrame } from '../../records/form/FormFrame.tsx'
import { useNewRecord } from '../../records/form/new-record.tsx'
import { useToday } from '../../session/hospital-clock.ts'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { toast } from '../../ui/toast.tsx'
import { nextMrnQuery, patientQuery, probableDuplicatesQuery } from '../queries.ts'
import { blankPatient, PatientFields, type PatientValues, patientSchema } from './PatientFields.tsx'
import { duplicateQueryOf, ProbableDuplicates, useProbableDuplicates } from './ProbableDuplicates.tsx'

/** Not a failure: the record was held back because somebody with the same name or number exists. */
class PossibleDuplicate extends Error {}

/** Registers a patient. */
export function NewPatient() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const nextMrn = useQuery(nextMrnQuery)
  const [heldBack, setHeldBack] = useState(0)
  /** The ids of those who were seen, and are somebody else. */
  const seen = useRef(new Set<string>())
  /** What was sent without hearing whether it was saved. To send the same again is safe. */
  const unanswered = useRef<string>(undefined)

  const entry = useNewRecord({
    thing: 'patient',
    blank: blankPatient,
    schema: patientSchema(useToday()),
    draftKey: 'patient:new',
    async add(body, idempotencyKey, values) {
      const sent = JSON.stringify(body)
      // Whoever looks like this patient after a lost answer is most likely this patient, saved.
      if (unanswered.current !== sent) await refuseDuplicates(values)
      unanswered.current = sent
      try {
        return await api(registerPatient, { body }, { idempotencyKey })
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 0)) unanswered.current = undefined
        throw error
      }
    },
    async onAdded(saved) {
      seedAnswer(queryClient, patientQuery(saved.id), saved)
      toast.success(`Patient ${saved.firstName} ${saved.lastName} created successfully !`)
      await navigate({ to: '/patients' })
    },
    onFailure(error) {
      if (!(error instanceof PossibleDuplicate)) return refusedBy('Submission failed')(error)
      setHeldBack((count) => count + 1)
      return true
    },
  })
  const candidates = useProbableDuplicates(entry.form.values)

  /** Asks once more before saving, for the panel may be behind what was typed last. */
  async function refuseDuplicates(values: PatientValues) {
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
      <FormFrame
        of={entry}
        saveLabel="Save Patient"
        closing={
          <ButtonLink to="/patients" variant="default" onClick={entry.giveUp}>
            Cancel
          </ButtonLink>
        }
        aside={
          <ProbableDuplicates
            candidates={candidates}
            attempt={heldBack}
            busy={entry.busy}
            onSaveAnyway={() => {
              for (const { id } of candidates) seen.current.add(id)
              entry.onSubmit()
            }}
          />
        }
      >
        <PatientFields
          form={entry.form}
          mrn={nextMrn.data?.mrn ?? ''}
          mrnNote="A preview: given when the record is saved"
        />
      </FormFrame>
    </>
  )
}
