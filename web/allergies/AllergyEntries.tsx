import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Allergy, severityNames } from '../../contract/clinical/allergies.ts'
import type { Patient } from '../../contract/patients.ts'
import { EntrySection, StrikeDialog } from '../clinical/public.ts'
import { useMay } from '../session/account.ts'
import { toast } from '../ui/toast.tsx'
import { allergiesQuery, pastAllergiesQuery, useAllergyActions } from './queries.ts'
import { RecordAllergyDialog } from './RecordAllergyDialog.tsx'
import { writtenAllergy } from './written-allergy.tsx'

/** What doctors recorded of a patient's allergies, in full. For those who may see clinical entries. */
export function AllergyEntries({
  patient,
  isRecording,
  onRecording,
}: {
  patient: Patient
  isRecording: boolean
  onRecording: (isRecording: boolean) => void
}) {
  const mayRecord = useMay()('clinical.record')
  const query = useQuery(allergiesQuery(patient.id))
  const { strike } = useAllergyActions()
  const [isAll, setIsAll] = useState(false)
  const past = useInfiniteQuery({ ...pastAllergiesQuery(patient.id), enabled: isAll })
  const [striking, setStriking] = useState<Allergy>()
  return (
    <>
      <EntrySection
        title="Allergies"
        things="allergies"
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        query={query}
        current={query.data}
        rest={{
          words: 'struck-through allergies',
          none: 'No allergy was struck through.',
          query: past,
          isShown: isAll,
          onShown: setIsAll,
        }}
        say={(entry) => ({
          ...writtenAllergy(entry),
          actions: mayRecord && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Strike through the allergy to ${entry.substance}`}
              onClick={() => setStriking(entry)}
            >
              Strike through
            </Button>
          ),
        })}
        record={mayRecord && { label: 'Record Allergy', onClick: () => onRecording(true) }}
        empty={{ title: 'No allergy entries', words: 'Allergies that a doctor records appear here.' }}
      />
      {striking && (
        <StrikeDialog
          patient={patient}
          thing="allergy"
          what={
            <bdi>
              {striking.substance}, {severityNames[striking.severity].toLowerCase()}
            </bdi>
          }
          onStrike={(reason) => strike(striking.id, reason)}
          onClose={() => setStriking(undefined)}
        />
      )}
      {isRecording && mayRecord && (
        <RecordAllergyDialog
          patient={patient}
          onSaved={() => {
            onRecording(false)
            toast.success('Allergy recorded')
          }}
          onClose={() => onRecording(false)}
        />
      )}
    </>
  )
}
