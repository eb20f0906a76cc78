import type pg from 'pg'

/**
 * The privileges of the server's database account. The owner, which runs migrations, may do everything. Each table
 * belongs to one class, which defines what the account may do. It can't even read a table without a class.
 */

/** Written once, and never changed. */
const appendOnly = [
  'acuity_entry',
  'appointment_series',
  'audit_entry',
  'audit_following',
  'audit_seal',
  'audit_sight',
  'audit_unfollowing',
  'countersignature',
  'medication_stop',
  'problem_resolution',
  'record_access',
  'stock_movement',
  'visit_note_amendment',
  'visit_note_takeover',
]

/** Clinical entries, append-only too. An entry made in error is struck through once, with who and why. */
const clinicalEntries = ['allergy', 'medication', 'problem', 'visit_note', 'vital_signs']
const strike = ['struck_by', 'struck_reason']
/** The columns of a note that can be edited until it is signed; a database rule prevents it afterwards. */
const draft = ['reason', 'findings', 'assessment', 'plan', 'signed_at', 'version', 'updated_at']

/** Records that are added and edited but never deleted. One that leaves a list is retired. */
const edited = [
  'admission',
  'appointment',
  'backup_place',
  'batch',
  'calendar_feed',
  'clinic',
  'closure',
  'coverage',
  'demo_request',
  'display',
  'hospital',
  'hospital_export',
  'identifier_system',
  'import_batch',
  'import_profile',
  'inventory_item',
  'invitation',
  'jwks',
  'news2_alert',
  'notification_choice',
  'patient',
  'patient_identifier',
  'patient_contact',
  'patient_merge',
  'patient_message',
  'payer',
  'practice_session',
  'purchase_order',
  'role',
  'shift',
  'slot_hold',
  'staff',
  'stay',
  'unit',
  'wait_entry',
]

/** Records that may also be deleted. */
const deletable = [
  'account',
  'account_link',
  'backup',
  'bed',
  'department',
  'duplicate_block',
  'duplicate_due',
  'duplicate_pair',
  'formulary_medicine',
  'idempotent_reply',
  'import_part',
  'import_row',
  'mail',
  'notification',
  'online_booking',
  'passkey',
  'patient_photo',
  'pending_sign_up',
  'purchase_order_line',
  'recipient_look',
  'record_reader',
  'recovery_code',
  'session',
  'sign_in_count',
  'sign_in_place',
  'spent_challenge',
  'staff_shift',
  'storage_location',
  'supplier',
  'two_factor',
  'verification',
]

/** Tables that only functions and triggers of the schema write. */
const kept = [
  'appointment_status_change',
  'audit_sighting',
  'mrn_counter',
  'patient_name_word',
  'patient_tally',
  'purchase_order_counter',
  'queue_day',
  'stock_alert',
  'store_tally',
]

/** Tables that only the owner writes to. */
const ownersOnly = ['migration', 'server_secret']

export const tableClasses = { appendOnly, clinicalEntries, edited, deletable, kept, ownersOnly }

/**
 * Columns that only functions and triggers write: ledger sums, assigned numbers, positions in the audit trail, and
 * times of status changes.
 */
const keptColumns: Readonly<Record<string, readonly string[]>> = {
  admission: ['overlapped_before_rule'],
  ...Object.fromEntries(
    ['audit_following', 'audit_sight', 'audit_unfollowing'].map((table) => [table, ['serial']]),
  ),
  audit_entry: ['id'],
  appointment: [
    'queued_at',
    'started_at',
    'started_by',
    'completed_at',
    'returned_at',
    'admitted_to',
    'status_at',
    'undoable',
    'left_queue_on',
    'minutes',
    'seat',
    'session_id',
  ],
  batch: ['quantity', 'cost', 'worth'],
  countersignature: ['signed_at'],
  hospital_export: ['confirmed_at'],
  inventory_item: ['quantity', 'next_expiry', 'worth'],
  medication_stop: ['stopped_at'],
  news2_alert: ['raised_at', 'acknowledged_at'],
  patient: ['allergens', 'allergies', 'has_merged', 'mrn_number', 'photo_mark'],
  problem_resolution: ['recorded_at'],
  record_access: ['opened_at'],
  purchase_order: ['number'],
  purchase_order_line: ['order_is_open'],
  slot_hold: ['minutes', 'seat', 'session_id'],
  stock_movement: ['balance', 'at', 'worth'],
  visit_note_takeover: ['taken_at'],
  ...Object.fromEntries(
    clinicalEntries.map((table) => [table, ['recorded_at', 'struck_at', 'replaced_at', ...strike]]),
  ),
}

/** Functions that write with the owner's rights, and that the server or its triggers call. */
const callableWithOwnersRights = [
  'drop_audit_months()',
  'make_audit_months()',
  'next_mrn_number()',
  'next_purchase_order_number()',
  'next_queue_number(date)',
  'raise_standing_notifications(uuid)',
  'refresh_stock_alerts(uuid)',
  'take_turn_on(date[])',
]

/** Functions that write with the account's own rights. */
const callableWithOwnRights = [
  'ask_for_mail(timestamptz, mail_kind, text)',
  'ask_for_sign_up(timestamptz, timestamptz, text, text, text, text)',
  'department_named(text)',
  'follow_named(uuid, text, text[])',
  'follow_named_roles(uuid, text, role_name[])',
  'forgive_attempt(text, text, text, boolean)',
  'hear_at_place(timestamptz, text, integer, text)',
  'hear_attempt(timestamptz, text, integer, text, text, uuid, text)',
  'hold_to_active_witness(uuid)',
  'hold_to_countersignature(text, uuid, uuid)',
  'lock_news2_of(uuid)',
  'raise_notification(notification_kind, uuid, uuid[], role_name, smallint, timestamptz)',
  'raise_standing_news2(uuid)',
  'refresh_news2_alerts(uuid)',
  'refresh_waits(timestamptz)',
  'tell_news2_again(timestamptz)',
]

export const callable = [...callableWithOwnersRights, ...callableWithOwnRights]

/** The tables for running and repeating jobs, without queues that have a table of their own. */
const jobTables = ['job', 'job_common', 'job_dependency', 'queue', 'schedule']

/** The columns of a table that can be written. */
const writableColumns = `
  select attrelid::regclass::text as table, attname as name from pg_attribute
  where attrelid = any ($1::regclass[]) and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`

/**
 * The functions that no account may call unless they are named above: those with the owner's rights, and those that may
 * write. The former include trigger functions, because an account could make a trigger of them on a temporary table.
 */
const guardedFunctions = `
  select p.oid::regprocedure::text as name from pg_proc p
  where pronamespace in ('public'::regnamespace, to_regnamespace('audit_month'))
    and (prosecdef or provolatile = 'v' and prorettype <> 'trigger'::regtype)
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`

/** The columns and functions of a database that have privileges. */
interface Granted {
  columns: readonly { table: string; name: string }[]
  functions: readonly { name: string }[]
}

export async function findGranted(owner: Pick<pg.Client, 'query'>): Promise<Granted> {
  const columns = await owner.query<{ table: string; name: string }>(writableColumns, [
    Object.keys(keptColumns),
  ])
  const functions = await owner.query<{ name: string }>(guardedFunctions)
  return { columns: columns.rows, functions: functions.rows }
}

/** Statements that grant the account `name` all of this and nothing else. */
export function grantsTo(name: string, { columns, functions }: Granted): string {
  const narrowed = Object.entries(keptColumns).flatMap(([table, without]) => {
    const others = columns.filter((column) => column.table === table && !without.includes(column.name))
    const named = others.map((column) => column.name).join(', ')
    const verbs = isUpdated(table) ? ['insert', 'update'] : ['insert']
    return [
      `revoke insert, update on ${table} from ${name};`,
      ...verbs.map((verb) => `grant ${verb} (${named}) on ${table} to ${name};`),
    ]
  })
  return `
    revoke create on schema public from public;
    grant usage on schema public to ${name};
    revoke all on all tables in schema public from ${name};
    grant select on ${Object.values(tableClasses).flat().join(', ')} to ${name};
    grant insert on ${[...appendOnly, ...clinicalEntries, ...edited, ...deletable].join(', ')} to ${name};
    grant update on ${[...edited, ...deletable].join(', ')} to ${name};
    grant delete on ${deletable.join(', ')} to ${name};
    grant select, usage on sequence audit_serial to ${name};
    revoke execute on function ${functions.map((one) => one.name).join(', ')} from public, ${name};
    grant execute on function ${callable.join(', ')} to ${name};
    ${narrowed.join('\n')}
    ${clinicalEntries.map((table) => `grant update (${strike.join(', ')}) on ${table} to ${name};`).join('\n')}
    grant update (${draft.join(', ')}) on visit_note to ${name};
    grant usage on schema pgboss to ${name};
    grant select, update on pgboss.version to ${name};
    ${jobTables.map((table) => `grant select, insert, update, delete on pgboss.${table} to ${name};`).join('\n')}
  `
}

const isUpdated = (table: string) => edited.includes(table) || deletable.includes(table)
