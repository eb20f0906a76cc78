import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Birth } from '../../../contract/people/birth/birth.ts'

type Sql = RawBuilder<unknown>

/** The first day of the month or the year that a day is in. */
const firstOf = (part: 'month' | 'year', day: Sql) =>
  sql`date_trunc(${sql.lit(part)}, ${day}::timestamp)::date`

/** Patients who may have been born on a day: on that day, or in the month or year of it where no more is known. */
export function mayBeBornOn(day: Sql): RawBuilder<SqlBool> {
  return sql`(patient.date_of_birth = any (array[${day}::date, ${firstOf('month', day)}, ${firstOf('year', day)}])
    and patient.date_of_birth = date_trunc(patient.birth_precision::text, ${day}::timestamp)::date)`
}

/** Patients who may have been born in the month or year that begins on a day. */
export function mayBeBornIn(span: 'month' | 'year', day: Sql): RawBuilder<SqlBool> {
  return sql`(patient.date_of_birth >= ${day}::date
      and patient.date_of_birth < (${day}::timestamp + make_interval(months => ${sql.lit(span === 'month' ? 1 : 12)}))::date
    or patient.date_of_birth = ${firstOf('year', day)} and patient.birth_precision = 'YEAR')`
}

/** Patients whose birth date may be this one, as far as either is known. */
export function isBornIn({ dateOfBirth, birthPrecision }: Birth): RawBuilder<SqlBool> {
  const day = sql`${dateOfBirth}`
  if (birthPrecision === 'DAY') return mayBeBornOn(day)
  return mayBeBornIn(birthPrecision === 'MONTH' ? 'month' : 'year', day)
}
