import type { Medication } from '../../../../contract/clinical/medications.ts'
import { inZone } from '../../../ground/ui/format.ts'

/**
 * The medicines that a patient continues at a moment, and those stopped or ended since the admission. Entries made in error
 * are in neither.
 */
export function medicinesAt(
  medications: readonly Medication[],
  { admittedAt, at, timeZone }: { admittedAt: string; at: string; timeZone: string },
): { goesOn: Medication[]; ended: Medication[] } {
  const [begun, now] = [Date.parse(admittedAt), Date.parse(at)]
  const [firstDay, today] = [inZone(admittedAt, timeZone).day, inZone(at, timeZone).day]
  const goesOn: Medication[] = []
  const ended: Medication[] = []
  for (const medication of medications) {
    const { struck, recordedAt, stopped, endsOn, frequency, startsOn } = medication
    if (struck || Date.parse(recordedAt) > now) continue
    const stoppedAt = stopped ? Date.parse(stopped.at) : Number.POSITIVE_INFINITY
    // A single dose is over when its day is.
    const lastDay = frequency === 'ONCE' ? startsOn : endsOn
    if (stoppedAt > now && (lastDay === null || lastDay >= today)) goesOn.push(medication)
    else if (stoppedAt <= now ? stoppedAt >= begun : lastDay !== null && lastDay >= firstDay)
      ended.push(medication)
  }
  return { goesOn, ended }
}
