import { Button } from '@mantine/core'
import { IconPill, IconPrinter } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Medication, orderWords } from '../../../contract/clinical/medications.ts'
import type { Patient } from '../../../contract/people/patients.ts'
import { useMay } from '../../ground/sign-in/account.ts'
import { late, whilePrinting } from '../../ground/ui/lazy-component.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { EntrySection, type EntryWords, ReasonDialog, StrikeDialog } from '../entries/public.ts'
import { LateMedicationDialog } from './late-dialog.ts'
import { currentMedicationsQuery, pastMedicationsQuery, useMedicationActions } from './queries.ts'
import { writtenMedication } from './written-medication.tsx'

const PrintedPrescription = late(
  () => import('./PrintedPrescription.tsx'),
  'PrintedPrescription',
  whilePrinting,
)

interface Act {
  kind: 'change' | 'stop' | 'strike'
  medication: Medication
}

/** A patient's current medications, and past ones on demand. For users who may see clinical entries. */
export function CurrentMedications({
  patient,
  isRecording,
  onRecording,
}: {
  patient: Patient
  isRecording: boolean
  onRecording: (isRecording: boolean) => void
}) {
  const mayRecord = useMay()('clinical.prescribe')
  const [isPastShown, setIsPastShown] = useState(false)
  const query = useQuery(currentMedicationsQuery(patient.id))
  const past = useInfiniteQuery({ ...pastMedicationsQuery(patient.id), enabled: isPastShown })
  const { stop, strike } = useMedicationActions()
  const [isPrinting, setIsPrinting] = useState(false)
  const [act, setAct] = useState<Act>()
  const close = () => setAct(undefined)
  const about = act && {
    patient,
    what: (
      <bdi>
        {act.medication.name}, {orderWords(act.medication)}
      </bdi>
    ),
    onClose: close,
  }

  function say(medication: Medication): EntryWords {
    const button = (label: string, kind: Act['kind']) => (
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`${label} ${medication.name}`}
        onClick={() => setAct({ kind, medication })}
      >
        {label}
      </Button>
    )
    return {
      ...writtenMedication(medication),
      actions: mayRecord && (
        <>
          {button('Change', 'change')}
          {button('Stop', 'stop')}
          {button('Mark as entered in error', 'strike')}
        </>
      ),
    }
  }

  return (
    <>
      <EntrySection
        title="Current Medications"
        things="medications"
        icon={<IconPill size={28} stroke={1.5} />}
        query={query}
        current={query.data}
        rest={{
          words: 'past medications',
          none: 'No past medications.',
          query: past,
          isShown: isPastShown,
          onShown: setIsPastShown,
        }}
        say={say}
        buttons={
          Boolean(query.data?.length) && (
            <Button
              size="compact-md"
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden="true" />}
              onClick={() => setIsPrinting(true)}
            >
              Print Prescription
            </Button>
          )
        }
        record={mayRecord && { label: 'Prescribe', onClick: () => onRecording(true) }}
        empty="No current medications"
      />
      {mayRecord && <ReasonDialog.Ahead />}
      {about && act.kind === 'strike' && (
        <StrikeDialog
          {...about}
          thing="medication"
          onStrike={(reason) => strike(act.medication.id, reason)}
        />
      )}
      {about && act.kind === 'stop' && (
        <ReasonDialog
          {...about}
          title="Stop medication"
          busyLabel="Stopping…"
          description="It is removed from current medications and kept in the history with the reason."
          done="Medication stopped"
          undone="Not stopped"
          act={(reason) => stop(act.medication.id, reason)}
        />
      )}
      {act?.kind === 'change' && (
        <LateMedicationDialog
          isOpen
          patient={patient}
          changed={act.medication}
          onSaved={() => {
            close()
            toast.success('Medication changed')
          }}
          onClose={close}
        />
      )}
      {isPrinting && <PrintedPrescription id={patient.id} onDone={() => setIsPrinting(false)} />}
      {mayRecord && (
        <LateMedicationDialog
          isOpen={isRecording}
          patient={patient}
          onSaved={() => {
            onRecording(false)
            toast.success('Medication prescribed')
          }}
          onClose={() => onRecording(false)}
        />
      )}
    </>
  )
}
