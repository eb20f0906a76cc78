import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '../../../contract/api/page.ts'
import {
  type AcuityEntry,
  type Admission,
  type AdmissionStatus,
  readmittedWithin,
} from '../../../contract/wards/admissions.ts'
import type { Ward } from '../../../contract/wards/wards.ts'
import type { Database } from '../../ground/db/connect.ts'
import { type PageRequest, readPage } from '../../ground/db/paging.ts'
import { dayBegins, dayEnds } from '../../ground/records/days.ts'
import { isOf, isSought, readHeld, recordsOf } from '../../people/patients/public.ts'
import { unitIdOfStay, unitOfStay } from '../beds/public.ts'
import { columns, joins } from './queries.ts'

export interface AdmissionFilter {
  status?: AdmissionStatus | undefined
  ward?: Ward | undefined
  patientIds?: readonly string[] | undefined
  doctorId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  of?: 'admissions' | 'discharges' | undefined
  admittedTo?: Ward | undefined
  dischargedFrom?: Ward | undefined
  readmissions?: 'true' | undefined
  search?: string | undefined
}

/** The wards in which an admission began and ended: those of its first and last stay. */
const wardOf = (order: RawBuilder<unknown>) => sql`(
  select unit.ward from stay join bed on bed.id = bed_id ${unitOfStay} where admission_id = admission.id order by ${order} limit 1)`
export const firstWard = wardOf(sql`started_at, ended_at nulls last`)
export const lastWard = wardOf(sql`started_at desc, ended_at desc nulls first`)

/** Whether the patient had been discharged shortly before. */
export const isReadmission = sql<boolean>`exists (
  select from admission earlier where earlier.patient_id = admission.patient_id and earlier.id <> admission.id
    and earlier.discharged_at <= admission.admitted_at
    and earlier.discharged_at > admission.admitted_at - make_interval(days => ${sql.lit(readmittedWithin)}))`

/** One page of admissions, newest first. */
export async function admissionPage(
  db: Database,
  filter: AdmissionFilter,
  request: PageRequest,
): Promise<Page<Admission>> {
  const happened = filter.of === 'discharges' ? 'discharged_at' : 'admitted_at'
  const all = [sql`admission.${sql.ref(happened)} is not null`]
  if (filter.from) all.push(sql`admission.${sql.ref(happened)} >= ${dayBegins(filter.from)}`)
  if (filter.to) all.push(sql`admission.${sql.ref(happened)} < ${dayEnds(filter.to)}`)
  if (filter.admittedTo) all.push(sql`${firstWard} = ${filter.admittedTo}::ward`)
  if (filter.dischargedFrom)
    all.push(sql`admission.discharged_at is not null and ${lastWard} = ${filter.dischargedFrom}::ward`)
  if (filter.readmissions) all.push(isReadmission)
  if (filter.status) all.push(sql`admission.status = ${filter.status}`)
  if (filter.patientIds) all.push(isOf(sql`admission.patient_id`, filter.patientIds))
  if (filter.doctorId) all.push(sql`admission.doctor_id = ${filter.doctorId}`)
  const { sought } = await readHeld(db, filter.search)
  if (sought.any.length > 0) {
    all.push(sql`admission.patient_id in (${recordsOf(isSought(sought))})`)
  }
  if (filter.ward) {
    all.push(sql`exists (
      select from stay join bed on bed.id = stay.bed_id where stay.admission_id = admission.id
        and ${unitIdOfStay} = any (array(select id from unit where ward = ${filter.ward}::ward))
    )`)
  }
  return readPage(db, request, {
    table: 'admission',
    alias: 'admission',
    shown: columns,
    joins: joins(),
    where: sql<SqlBool>`${sql.join(all, sql` and `)}`,
    order: { [happened]: 'moment', id: 'id' },
    direction: 'desc',
  })
}

/** One page of how a patient was during an admission, the earliest first. */
export function acuityPage(
  db: Database,
  admissionId: string,
  request: PageRequest,
): Promise<Page<AcuityEntry>> {
  return readPage(db, request, {
    table: 'acuity_entry',
    alias: 'entry',
    shown: sql`entry.acuity, entry.note, entry.at, recorder.name as by`,
    joins: sql`join staff recorder on recorder.id = entry.by_staff_id`,
    where: sql<SqlBool>`admission_id = ${admissionId}`,
    order: { id: 'serial' },
    direction: 'asc',
  })
}
