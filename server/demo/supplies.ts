import { doseIn } from '../../contract/clinical/formulary/strength.ts'
import { dosesIn } from '../../contract/clinical/formulary/supply.ts'
import type { DoseUnit } from '../../contract/clinical/medications.ts'
import { minute } from './calendar.ts'
import { stockedItems } from './content.ts'
import { kinds, randomFrom } from './random.ts'
import type { Practice } from './staff.ts'
import type { Prescribed } from './treatments.ts'

/** Ampoules, vials and pens go to wards: only what is counted or measured out is issued to a patient. */
const doseUnits: Record<string, DoseUnit> = { tablets: 'TABLET', ml: 'ML' }
/** Minutes past midnight between which the store issues to patients. */
const [opens, closes] = [8 * 60, 17 * 60]

/** The store's issues to patients: some prescriptions are supplied in full, soon after they were written. */
export function suppliesFor({ seed, clock, now }: Practice, prescribed: readonly Prescribed[]) {
  return prescribed.flatMap((order) => {
    const { name, patient, recordedAt, admission } = order
    const random = randomFrom(seed, kinds.supply, patient.index)
    const at = recordedAt + random.between(10, 60) * minute
    const time = clock.minutesAt(at)
    const isInTime = time >= opens && time < closes && at < (admission?.dischargedAt ?? now)
    const quantity = isInTime && random.chance(0.25) ? quantityOf(order) : 0
    return quantity > 0 ? [{ name, patientId: patient.id, at, day: clock.dayAt(at), quantity }] : []
  })
}

/** Two days for an inpatient; otherwise the whole course, or two weeks of a medicine without an end. */
function quantityOf({ name, dose, unit, frequency, startsOn, endsOn, admission }: Prescribed): number {
  const counted = doseUnits[stockedItems.find((item) => item.name === name)?.unit ?? '']
  const inOne = counted && doseIn({ name, dose: 1, unit: counted }, unit)
  const days = admission ? 2 : endsOn === null ? 14 : endsOn - startsOn + 1
  const doses = dosesIn[frequency]?.(days)
  return inOne && doses ? Math.ceil((dose / inOne) * doses - 1e-9) : 0
}
