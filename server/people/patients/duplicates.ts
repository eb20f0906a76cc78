import { sql } from 'kysely'
import type { ReplyOf } from '../../../contract/api/endpoint.ts'
import { isWholePhone } from '../../../contract/people/patients.ts'
import { type findProbableDuplicates } from '../../../contract/people/registration.ts'
import { lettersOff } from '../../../contract/search/likeness.ts'
import { type Likeness, likenessOf, nameKey, swappedDay } from '../../../contract/search/patient-likeness.ts'
import type { Database } from '../../ground/db/connect.ts'
import { isBornIn, mayBeBornOn } from './birth.ts'

type Candidate = ReplyOf<typeof findProbableDuplicates>[number]
type Found = Omit<Candidate, 'because'> & { byPhone: boolean; isOfDay: boolean }

interface Typed {
  firstName?: string | undefined
  lastName?: string | undefined
  dateOfBirth?: string | undefined
  birthPrecision?: Candidate['birthPrecision'] | undefined
  contactNumber?: string | undefined
}

const most = 5

/**
 * At most five current patients who may be the one who is typed, the likeliest first (record 99): of the same birth date, as far
 * as it is known, or with day and month swapped, and a name that is the same, swapped or one letter off; or with the same phone
 * number.
 */
export async function probableDuplicates(db: Database, typed: Typed): Promise<Candidate[]> {
  const { firstName = '', lastName = '', dateOfBirth, birthPrecision = 'DAY', contactNumber = '' } = typed
  // Two letters that changed places are two steps.
  const near = (key: string, name: string) =>
    sql`levenshtein_less_equal(${sql.raw(key)}, sort_key(${name}::text), 2) <= 2`
  const swapped = dateOfBirth && birthPrecision === 'DAY' ? swappedDay(dateOfBirth) : null
  const name =
    firstName && lastName && dateOfBirth
      ? sql`(${isBornIn({ dateOfBirth, birthPrecision })}${swapped ? sql` or ${mayBeBornOn(sql`${swapped}`)}` : sql``}) and (
          (${near('first_name_key', firstName)} and ${near('last_name_key', lastName)})
          or (${near('first_name_key', lastName)} and ${near('last_name_key', firstName)}))`
      : sql`false`
  const phone = isWholePhone(contactNumber)
    ? sql`phone_key(contact_number) = phone_key(${contactNumber})`
    : sql`false`
  // All of them before they are sorted: else the planner looks through everybody in the order of MRNs.
  const { rows } = await sql<Found>`
    with alike as materialized (
      select patient.*, (${name}) as by_name, (${phone}) as by_phone from patient
      where retired_at is null and ((${name}) or (${phone}))
    )
    select id, mrn, first_name as "firstName", last_name as "lastName", date_of_birth as "dateOfBirth",
      birth_precision as "birthPrecision", gender, contact_number as "contactNumber", allergies, allergens,
      by_phone as "byPhone", by_name as "isOfDay"
    from alike
    order by by_name desc, mrn_number desc
    limit 200
  `.execute(db)
  return rows
    .map(({ byPhone, isOfDay, ...patient }) => {
      const likeness = likenessOf({ ...typed, firstName, lastName }, patient)
      const byName = isOfDay ? nameReason(likeness, { firstName, lastName }, patient) : undefined
      const because = byName === 'name' && byPhone ? 'both' : (byName ?? (byPhone ? 'phone' : undefined))
      return { patient, because, weight: likeness.weight }
    })
    .toSorted((one, other) => other.weight - one.weight)
    .flatMap(({ patient, because }): Candidate[] => (because ? [{ ...patient, because }] : []))
    .slice(0, most)
}

type Names = Pick<Candidate, 'firstName' | 'lastName'>

/** How the names of two people who may be of one day are alike. */
function nameReason({ reasons }: Likeness, typed: Names, known: Names): Candidate['because'] | undefined {
  const born = reasons.find(({ field }) => field === 'dateOfBirth')?.result
  const off = (['firstName', 'lastName'] as const).reduce(
    (sum, field) => sum + lettersOff(nameKey(typed[field]), nameKey(known[field])),
    0,
  )
  if (born === 'swapped') return off === 0 ? 'birth' : undefined
  const isSwapped = reasons.some(({ field }) => field === 'names')
  if (born === 'period') return isSwapped || off <= 1 ? 'period' : undefined
  if (off === 0) return 'name'
  if (isSwapped) return 'swapped'
  return off === 1 ? 'spelling' : undefined
}
