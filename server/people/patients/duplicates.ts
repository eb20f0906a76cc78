import { sql } from 'kysely'
import type { ReplyOf } from '../../../contract/api/endpoint.ts'
import { isWholePhone } from '../../../contract/people/patients.ts'
import { type findProbableDuplicates } from '../../../contract/people/registration.ts'
import { lettersOff } from '../../../contract/search/likeness.ts'
import type { Database } from '../../ground/db/connect.ts'
import { isBornIn } from './birth.ts'

type Candidate = ReplyOf<typeof findProbableDuplicates>[number]
/** First and last, folded. */
type Names = [string, string]
type Known = Omit<Candidate, 'because'> & { keys: Names; typed: Names; byPhone: boolean; isOfDay: boolean }

export interface Likeness {
  firstName?: string | undefined
  lastName?: string | undefined
  dateOfBirth?: string | undefined
  birthPrecision?: Candidate['birthPrecision'] | undefined
  contactNumber?: string | undefined
}

const most = 5
const inTurn = [
  'both',
  'name',
  'swapped',
  'spelling',
  'period',
  'phone',
] as const satisfies readonly Candidate['because'][]

/**
 * At most five current patients with the same birth date, as far as it is known, and a name that is the same, swapped or one letter off, or with
 * the same phone number. A phone may be a family's or a village's, so those of the same name come first.
 */
export async function probableDuplicates(db: Database, typed: Likeness): Promise<Candidate[]> {
  const { firstName = '', lastName = '', dateOfBirth, birthPrecision = 'DAY', contactNumber = '' } = typed
  const names = sql`(select sort_key(${firstName}::text)), (select sort_key(${lastName}::text))`
  // Two letters that changed places are two steps.
  const near = (key: string, name: string) =>
    sql`levenshtein_less_equal(${sql.raw(key)}, sort_key(${name}::text), 2) <= 2`
  const name =
    firstName && lastName && dateOfBirth
      ? sql`${isBornIn({ dateOfBirth, birthPrecision })} and (
          (${near('first_name_key', firstName)} and ${near('last_name_key', lastName)})
          or (${near('first_name_key', lastName)} and ${near('last_name_key', firstName)}))`
      : sql`false`
  const phone = isWholePhone(contactNumber)
    ? sql`phone_key(contact_number) = phone_key(${contactNumber})`
    : sql`false`
  // All of them before they are sorted: else the planner looks through everybody in the order of MRNs.
  const { rows } = await sql<Known>`
    with alike as materialized (
      select patient.*, (${name}) as by_name, (${phone}) as by_phone from patient
      where retired_at is null and ((${name}) or (${phone}))
    )
    select id, mrn, first_name as "firstName", last_name as "lastName", date_of_birth as "dateOfBirth",
      birth_precision as "birthPrecision", gender, contact_number as "contactNumber", allergies, allergens, array[first_name_key, last_name_key] as keys,
      array[${names}] as typed, by_phone as "byPhone", by_name as "isOfDay"
    from alike
    order by by_name desc, mrn_number desc
    limit 200
  `.execute(db)
  return rows
    .flatMap(({ keys, typed: asked, byPhone, isOfDay, ...patient }): Candidate[] => {
      const named = isOfDay ? likenessOf(keys, asked) : undefined
      const isDay = birthPrecision === 'DAY' && patient.birthPrecision === 'DAY'
      const likeness = named && !isDay ? 'period' : named
      if (likeness === 'name' && byPhone) return [{ ...patient, because: 'both' }]
      const because = likeness ?? (byPhone ? 'phone' : undefined)
      return because ? [{ ...patient, because }] : []
    })
    .toSorted((one, other) => inTurn.indexOf(one.because) - inTurn.indexOf(other.because))
    .slice(0, most)
}

/** How the names of two people who may be born on one day are alike. */
function likenessOf([first, last]: Names, [typedFirst, typedLast]: Names): Candidate['because'] | undefined {
  const off = lettersOff(first, typedFirst) + lettersOff(last, typedLast)
  if (off === 0) return 'name'
  if (first === typedLast && last === typedFirst) return 'swapped'
  return off === 1 ? 'spelling' : undefined
}
