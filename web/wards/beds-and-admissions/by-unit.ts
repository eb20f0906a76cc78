import { type Ward, wards } from '../../../contract/wards/wards.ts'
import { collator } from './queries.ts'

interface Placed {
  ward: Ward
  unitId: string
  unitName: string
}

/** The beds of a ward of the hospital's own. */
export interface UnitBeds<One> {
  id: string
  name: string
  beds: readonly One[]
}

/** Beds by ward: by kind, and within it by name. */
export function byUnit<One extends Placed>(beds: readonly One[]): UnitBeds<One>[] {
  const units = new Map<string, { first: One; beds: One[] }>()
  for (const bed of beds) {
    const unit = units.get(bed.unitId)
    if (unit) unit.beds.push(bed)
    else units.set(bed.unitId, { first: bed, beds: [bed] })
  }
  return [...units.values()]
    .toSorted(
      ({ first: one }, { first: other }) =>
        wards.indexOf(one.ward) - wards.indexOf(other.ward) || collator.compare(one.unitName, other.unitName),
    )
    .map((unit) => ({ id: unit.first.unitId, name: unit.first.unitName, beds: unit.beds }))
}
