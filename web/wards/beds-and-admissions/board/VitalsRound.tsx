import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RecordVitalsDialog } from '../../../clinical/vitals/public.ts'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { patientName } from '../../../ground/ui/format.ts'
import { PatientSummary } from '../../../people/patients/public.ts'
import { bedsQuery } from '../queries.ts'
import { isOccupied, type OccupiedBed, placeWords } from '../words.ts'

/** Records the vital signs of who lies in a bed, and leads on to the next patient of the ward. */
export function VitalsRound({
  bed,
  onNext,
  onClose,
}: {
  bed: OccupiedBed
  onNext: (bed: OccupiedBed) => void
  onClose: () => void
}) {
  const [isSaved, setIsSaved] = useState(false)
  const next = useNextOccupied(bed)
  const place = `Current bed: ${placeWords(bed)}`
  if (!isSaved) {
    return (
      <RecordVitalsDialog
        patient={bed.patient}
        now={place}
        onSaved={() => setIsSaved(true)}
        onClose={onClose}
      />
    )
  }
  return (
    <DialogFrame title="Vital signs recorded" size="md" onClose={onClose}>
      <PatientSummary patient={bed.patient} now={place} />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus={next ? undefined : true}>
          End Round
        </Button>
        {next && (
          <Button data-autofocus onClick={() => onNext(next)}>
            <bdi>
              Next: {next.bedNumber} · {patientName(next.patient)}
            </bdi>
          </Button>
        )}
      </Group>
    </DialogFrame>
  )
}

/** The occupied bed of the same ward that follows this one; none after the last. */
function useNextOccupied(bed: OccupiedBed): OccupiedBed | undefined {
  const ward = useQuery(bedsQuery).data?.filter((one) => one.ward === bed.ward) ?? []
  const place = ward.findIndex(({ id }) => id === bed.id)
  return ward.slice(place + 1).find(isOccupied)
}
