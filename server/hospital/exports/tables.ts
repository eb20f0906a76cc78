import type pg from 'pg'
import { hospitalMeanings } from './meanings/hospital.ts'
import { patientMeanings } from './meanings/patients.ts'
import { storeMeanings } from './meanings/store.ts'
import { type Meanings, usualMeanings } from './meanings/usual.ts'

/** The tables of an export, with their meaning. */
export const exportedTables: Meanings = { ...patientMeanings, ...hospitalMeanings, ...storeMeanings }

const opensAccounts = 'It opens accounts'
const asCounted = 'It is counted from other tables'
const asImported = 'It is about bringing records in, which are exported themselves'
const asRunning = 'It is of use to a running Lantern alone'

/** The tables that stay behind, with why. */
export const leftOutTables: Readonly<Record<string, string>> = {
  account: opensAccounts,
  account_link: opensAccounts,
  calendar_feed: 'Its addresses open calendars of doctors',
  display: 'Its links open waiting-room screens',
  invitation: opensAccounts,
  online_booking: 'It is of people who asked for an appointment, and is forgotten within weeks',
  jwks: opensAccounts,
  passkey: opensAccounts,
  pending_sign_up: opensAccounts,
  recovery_code: opensAccounts,
  server_secret: opensAccounts,
  session: opensAccounts,
  spent_challenge: asRunning,
  two_factor: opensAccounts,
  verification: opensAccounts,
  sign_in_count: asRunning,
  sign_in_place: asRunning,
  idempotent_reply: 'It repeats answers, which hold records a second time',
  audit_seal: 'It proves the trail to Lantern alone, and is in backups',
  audit_sighting: asCounted,
  duplicate_block: asCounted,
  duplicate_due: asRunning,
  duplicate_pair: 'It compares records of this system, by their ids here',
  import_batch: asImported,
  import_part: asImported,
  import_profile: asImported,
  import_row: asImported,
  backup: 'It tells of files on the server',
  backup_place: 'It tells of files on the server',
  mail: asRunning,
  migration: asRunning,
  mrn_counter: asCounted,
  notification: asRunning,
  notification_choice: asRunning,
  patient_name_word: asCounted,
  patient_tally: asCounted,
  purchase_order_counter: asCounted,
  queue_day: asCounted,
  recipient_look: asRunning,
  stock_alert: asCounted,
  store_tally: asCounted,
}

const forSearching = 'It is made from other columns, for searching'
const forConstraints = 'It is made from other columns, for a rule of the database'

/** The columns of exported tables that stay behind, with why. */
export const leftOutColumns: Readonly<Record<string, string>> = {
  'staff.invitation_hash': opensAccounts,
  'patient.search_text': forSearching,
  'patient.first_name_key': forSearching,
  'patient.last_name_key': forSearching,
  'patient.admittable_id': forConstraints,
  'admission.active_id': forConstraints,
  'admission.active_patient_id': forConstraints,
  'appointment.open_patient_id': forConstraints,
  'bed.usable_id': forConstraints,
  'bed.open_unit_id': forConstraints,
  'coverage.valid': forConstraints,
  'inventory_item.current_id': forConstraints,
  'inventory_item.expiry_key': forSearching,
  'inventory_item.name_key': forSearching,
  'inventory_item.search_text': forSearching,
  'purchase_order.is_open': forConstraints,
  'purchase_order_line.order_is_open': forConstraints,
  'purchase_order_line.outstanding_item_id': forConstraints,
  'stay.open_bed_id': forConstraints,
  'stay.open_admission_id': forConstraints,
  'unit.open_id': forConstraints,
  'wait_entry.open_patient_id': forConstraints,
}

/** A column, as the catalog has it. */
export interface Column {
  table: string
  column: string
  type: string
  /** The values of an enum. */
  values: string[] | null
  isText: boolean
  isKey: boolean
  references: string | null
}

/** Every column of every table of Lantern's, in the tables' order. */
export async function readColumns(client: Pick<pg.ClientBase, 'query'>): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select relname as "table", attname as "column",
       case when base.typtype = 'e' then 'text' || case when kind.typelem <> 0 then '[]' else '' end
         else format_type(atttypid, atttypmod) end as type,
       (select array_agg(enumlabel::text order by enumsortorder) from pg_enum where enumtypid = base.oid) as values,
       kind.typcategory = 'S' as "isText",
       exists (select from pg_constraint where conrelid = pg_class.oid and contype = 'p' and attnum = any (conkey)) as "isKey",
       (select confrelid::regclass || '.' || target.attname
        from pg_constraint cross join unnest(conkey, confkey) pair (own, other)
        join pg_attribute target on target.attrelid = confrelid and target.attnum = pair.other
        where conrelid = pg_class.oid and contype = 'f' and pair.own = pg_attribute.attnum
          and (target.attname = 'id' or cardinality(conkey) = 1)
        order by cardinality(conkey), conname limit 1) as references
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     join pg_type kind on kind.oid = atttypid
     join pg_type base on base.oid = case when kind.typcategory = 'A' then kind.typelem else kind.oid end
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     order by relname, attnum`,
  )
  return rows
}

export interface ExportedTable {
  name: string
  meaning: string
  columns: (Column & { meaning: string })[]
}

/** The tables and columns that leave the hospital: those with a meaning, so that a new one is not sent unseen. */
export function exportedOf(columns: readonly Column[]): ExportedTable[] {
  return Object.entries(exportedTables).map(([name, { is, columns: own }]) => ({
    name,
    meaning: is,
    columns: columns.flatMap((one) => {
      const meaning = own[one.column] ?? usualMeanings[one.column]
      const isSent = one.table === name && meaning && !(`${name}.${one.column}` in leftOutColumns)
      return isSent
        ? [{ ...one, meaning: one.values ? `${meaning}: ${one.values.join(', ')}` : meaning }]
        : []
    }),
  }))
}
