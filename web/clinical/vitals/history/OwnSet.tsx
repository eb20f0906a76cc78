import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { VitalSigns } from '../../../../contract/clinical/vitals.ts'
import type { Patient } from '../../../../contract/people/patients.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { formatMoment, formatMomentTime } from '../../../ground/ui/format.ts'
import { StrikeDialog } from '../../entries/public.ts'
import { useVitalsActions } from '../queries.ts'
import { useUnits } from '../units.ts'
import { saidIn } from './Reading.tsx'

/** The set that somebody just recorded on a record that is closed to them: an error can be marked without opening it. */
export function OwnSet({ patient, set }: { patient: Patient; set: VitalSigns }) {
  const { timeZone } = useSite()
  const units = useUnits()
  const { strike } = useVitalsActions()
  const [isStriking, setStriking] = useState(false)
  const [isStruck, setStruck] = useState(false)
  const said = saidIn(set, units).join(', ')
  if (isStruck) return null
  return (
    <Group gap="sm">
      <Text size="sm">
        You recorded at {formatMomentTime(set.takenAt, timeZone)}: {said}
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={() => setStriking(true)}>
        Mark as entered in error
      </Button>
      {isStriking && (
        <StrikeDialog
          patient={patient}
          thing="vital signs"
          what={`${formatMoment(set.takenAt, timeZone)}: ${said}`}
          onStrike={async (reason) => {
            await strike(set.id, reason)
            setStruck(true)
          }}
          onClose={() => setStriking(false)}
        />
      )}
    </Group>
  )
}
