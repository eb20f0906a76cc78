import { useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { type Patient } from '../../../../contract/people/patients.ts'
import { type PatientRegistration, registerPatient } from '../../../../contract/people/registration.ts'
import { ApiError, api } from '../../../ground/client/api.ts'
import { seedAnswer } from '../../../ground/client/live/own-writes.ts'
import { patientQuery } from '../queries.ts'
import type { PatientValues } from './PatientFields.tsx'
import { duplicateQueryOf, ProbableDuplicates, useProbableDuplicates } from './ProbableDuplicates.tsx'
import { probableDuplicatesQuery } from './queries.ts'

/** Not a failure: the record was held back because somebody with the same name or number exists. */
class PossibleDuplicate extends Error {}

/** Registers a patient, after asking about probable duplicates. */
export function useRegistering() {
  const queryClient = useQueryClient()
  const [heldBack, setHeldBack] = useState(0)
  /** The ids of the patients that the user has ruled out as duplicates. */
  const [seen] = useState(() => new Set<string>())
  /** A body that may have been saved: its response did not come, or a later step failed. Sending the same again is safe. */
  const sentBefore = useRef<string>(undefined)

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
    if (found.some(({ id }) => !seen.has(id))) throw new PossibleDuplicate()
  }

  return {
    async register(
      body: PatientRegistration,
      idempotencyKey: string,
      values: PatientValues,
    ): Promise<Patient> {
      const sent = JSON.stringify(body)
      // A duplicate that appears after the first attempt is most likely this patient, saved.
      if (sentBefore.current !== sent) await refuseDuplicates(values)
      sentBefore.current = sent
      try {
        const saved = await api(registerPatient, { body }, { idempotencyKey })
        seedAnswer(queryClient, patientQuery(saved.id), saved)
        return saved
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 0)) sentBefore.current = undefined
        throw error
      }
    },
    /** Whether the record was only held back for review. */
    isHeldBack(error: Error): boolean {
      if (!(error instanceof PossibleDuplicate)) return false
      setHeldBack((count) => count + 1)
      return true
    },
    heldBack,
    seen,
  }
}

/** As in FormFrame: from this width on something stands beside a form. */
const besideForm = '(min-width: 75em)'

/** Patients who may be the person being registered: beside the form if there is room, else below the fields that match. */
export function useDuplicates({
  registering: { heldBack, seen },
  values,
  busy,
  onSave,
}: {
  registering: ReturnType<typeof useRegistering>
  values: PatientValues
  busy: boolean
  onSave: () => void
}): { aside?: ReactNode; afterName?: ReactNode; afterNumber?: ReactNode } {
  const candidates = useProbableDuplicates(values)
  const isWide = useMediaQuery(besideForm, undefined, { getInitialValueInEffect: false })
  if (candidates.length === 0) return {}
  const panel = (
    <ProbableDuplicates
      candidates={candidates}
      attempt={heldBack}
      busy={busy}
      onSaveAnyway={() => {
        for (const { id } of candidates) seen.add(id)
        onSave()
      }}
    />
  )
  if (isWide) return { aside: panel }
  return candidates.some(({ because }) => because !== 'phone') ? { afterName: panel } : { afterNumber: panel }
}
