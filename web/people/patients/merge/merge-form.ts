import { z } from 'zod'
import { optionalLines, requiredText } from '../../../../contract/api/fields.ts'
import {
  type ChosenField,
  type MergedField,
  type MergeForm,
  type MergePreview,
  mergedFields,
  type RecordToMerge,
} from '../../../../contract/people/duplicates/merges.ts'

export interface MergeValues {
  survivorId: string
  /** By field, the record whose value the survivor has. */
  from: Partial<Record<MergedField, string>>
  mrn: string
  reason: string
}

export const mergeSchema = z.object({
  survivorId: z.string(),
  from: z.partialRecord(z.enum(mergedFields), z.string()),
  mrn: requiredText('Type the MRN of the record that survives', 20),
  reason: optionalLines(500),
})

/** The survivor's own value stays, unless only the other record has one. */
export function suggested({ records, survivorId, differing }: MergePreview): MergeValues {
  const [survivor, other] = sides(records, survivorId)
  const from = Object.fromEntries(
    differing.map((field) => [field, survivor[field] === null ? other.id : survivor.id]),
  )
  return { survivorId, from, mrn: '', reason: '' }
}

/** The survivor first. */
export function sides(
  records: readonly RecordToMerge[],
  survivorId: string,
): [survivor: RecordToMerge, other: RecordToMerge] {
  const survivor = records.find(({ id }) => id === survivorId)
  const other = records.find(({ id }) => id !== survivorId)
  if (!survivor || !other) throw new Error('two records are merged')
  return [survivor, other]
}

/** Chosen values that came with the side move with it; those chosen from the other stay with the other. */
export function swapped({ survivorId, from, ...rest }: MergeValues, otherId: string): MergeValues {
  const other = (id: string) => (id === survivorId ? otherId : survivorId)
  return {
    ...rest,
    survivorId: otherId,
    from: Object.fromEntries(Object.entries(from).map(([field, id]) => [field, other(id)])),
    mrn: '',
  }
}

export function bodyOf(
  { from, mrn, reason }: z.output<typeof mergeSchema>,
  [survivor, other]: readonly [RecordToMerge, RecordToMerge],
  differing: readonly ChosenField[],
): Omit<MergeForm, 'countersignature'> {
  return {
    survivorId: survivor.id,
    mergedId: other.id,
    survivorVersion: survivor.version,
    mergedVersion: other.version,
    taken: differing.filter((field) => from[field] === other.id),
    mrn,
    reason,
  }
}
