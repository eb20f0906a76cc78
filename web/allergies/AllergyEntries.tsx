import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Allergy, certaintyNames, severityNames } from '../../contract/clinical/allergies.ts'
import type { Patient } from '../../contract/patients.ts'
import { EntrySection, StrikeDialog } from '../clinical/public.ts'
import { useMay } from '../session/account.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { toast } from '../ui/toast.tsx'
import { allergiesQuery, useAllergyActions } from './queries.ts'
import { RecordAllergyDialog } from './RecordAllergyDialog.tsx'
import { severityLooks } from './words.ts'

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
  const [striking, setStriking] = useState<Allergy>()
  return (
    <>
      <EntrySection
        title="Allergies"
        things="allergies"
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        query={query}
        current={query.data?.filter(({ struck }) => !struck)}
        rest={{
          words: 'struck through',
          rows: query.data?.filter(({ struck }) => struck),
          isShown: isAll,
          onShown: setIsAll,
        }}
        say={(entry) => ({
          what: <bdi>{entry.substance}</bdi>,
          marks: <StatusBadge look={severityLooks[entry.severity]} />,
          details: [
            <>
              {certaintyNames[entry.certainty]}
              {entry.reaction && (
                <>
                  : <bdi>{entry.reaction}</bdi>
                </>
              )}
            </>,
          ],
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
