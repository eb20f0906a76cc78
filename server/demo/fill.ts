import pg from 'pg'
import { setAside } from '../ground/db/bulk/set-aside.ts'
import { type Visit, visitsOfDay } from './appointments.ts'
import { dayNumber, wallClock } from './calendar.ts'
import hospitalContent from './content/hospital.json' with { type: 'json' }
import tables from './content/quiet-tables.json' with { type: 'json' }
import { medicines } from './content.ts'
import { encountersIn, fillTreatments, fillVitals } from './encounters.ts'
import { copyRows } from './load.ts'
import { describePatient, fillRegistrations, rowsOfPatients } from './patients.ts'
import { kinds } from './random.ts'
import { hireStaff, type Practice, staffOf } from './staff.ts'
import { fillStore } from './store.ts'
import { daysBack, fillWards } from './wards.ts'

export interface DemoOptions {
  patients?: number
  doctors?: number
  /** Days with appointments: a third of them to come (30 at most), the others behind. */
  days?: number
  /** Appointments of a weekday. */
  visitsADay?: number
  /** On one day, a seed always makes the same hospital. */
  seed?: number
  /** The hospital's day, yyyy-mm-dd, seen at 11:20; the present moment when left out. */
  today?: string
  /** IANA name; this machine's when left out, so that the demo's today is its visitor's. */
  timeZone?: string
  /** Whether anybody can sign in. Default: true. */
  accounts?: boolean
  onProgress?(sentence: string): void
}

/**
 * Fills a hospital that has no patients yet with a believable one, or leaves it alone. All of it or nothing: a fill
 * that was cut off is begun anew at the next start.
 */
export async function fillDemo(ownerUrl: string, options: DemoOptions = {}): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query(`begin; select pg_advisory_xact_lock(hashtext('lantern demo'))`)
    const { rowCount } = await client.query('select from patient limit 1')
    if (rowCount !== 0) return
    await fill(client, options)
    await client.query('commit')
    await client.query(`vacuum (analyze) ${tables.join()}, bed, inventory_item`)
  } finally {
    await client.end()
  }
}

async function fill(client: pg.Client, options: DemoOptions): Promise<void> {
  // A machine's time zone can be without a known name.
  const { timeZone: here = 'UTC' } = Intl.DateTimeFormat().resolvedOptions()
  const { patients: size = 600, doctors = 12, days = 90, seed = 1858, onProgress = () => {} } = options
  const { visitsADay: usualVisits = doctors * 4, timeZone = here.replace('Etc/Unknown', 'UTC') } = options
  onProgress(`Filling the demo hospital with ${size.toLocaleString('en')} patients …`)
  const clock = wallClock(timeZone)
  const now = options.today ? clock.momentAt(dayNumber(options.today), 11 * 60 + 20) : Date.now()
  const today = clock.dayAt(now)
  const lastVisitDay = today + Math.min(30, Math.floor(days / 3)) - 1
  const firstVisitDay = lastVisitDay - days + 1
  // The hospital is older than its list of appointments.
  const firstDay = Math.min(firstVisitDay, today - 6 * 365) - 365
  const since = clock.momentAt(firstDay, 7 * 60)

  await client.query(`set local maintenance_work_mem = '512MB'`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  // With many patients, indexes are made after the rows.
  const aside = size >= 20_000 ? await setAside(client, ['patient', 'appointment']) : null

  const row = [...Object.values(hospitalContent), timeZone]
  await client.query(
    'update hospital set (name, address, phone, email, time_zone) = ($1, $2, $3, $4, $5)',
    row,
  )
  const staff = staffOf(seed, doctors)
  const practice: Practice = { client, seed, size, clock, today, now, firstDay, since, staff, usualVisits }
  await hireStaff(practice, options.accounts ?? true)
  const recent: Visit[] = []
  const patients = rowsOfPatients(practice, kinds.patient, (_, index) => [describePatient(practice, index)])
  await copyRows(practice, { patient: patients, appointment: eachVisit() })
  const changes = recent.flatMap((visit) => visit.changes).sort((one, other) => one.at - other.at)
  await copyRows(practice, { appointment_status_change: changes })
  await copyRows(practice, { formulary_medicine: structuredClone(medicines) })
  await client.query(`
    update mrn_counter set last_number = last_number + (select count(*) from patient);
    update patient_tally set current = (select count(*) from patient where gender = patient_tally.gender);
    insert into queue_day (date, last_number) select date, max(queue_number) from appointment group by date;
    select keep_all_name_words();
    select compare_all_patients_soon()`)

  if (aside) onProgress('… and making them easy to find …')
  for (const statement of aside ? [...aside.indexes, ...aside.foreignKeys] : []) await client.query(statement)
  // Which allergies count is looked up by the indexes.
  await fillRegistrations(practice)
  const encounters = encountersIn(practice, recent, await fillWards(practice, recent))
  await fillVitals(practice, encounters)
  await fillStore(practice, await fillTreatments(practice, encounters))
  // Checks that wait for the end stand in the way of changing a table.
  await client.query('set constraints all immediate')
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  await fillTrail(practice)

  function* eachVisit() {
    if (aside) onProgress('… and with their appointments …')
    let place = 0
    for (let date = firstVisitDay; date <= lastVisitDay; date++) {
      const visits = visitsOfDay(practice, date, place)
      if (date >= today - daysBack) recent.push(...visits)
      yield* visits
      place += visits.length
    }
  }
}

/** Tells the doctors what reception did in the last day, as its trigger does, and writes three days of audit entries. */
async function fillTrail({ client, now, staff }: Practice): Promise<void> {
  await client.query(
    `select raise_notification(
       replace(status::text, 'SCHEDULED', 'BOOKED')::notification_kind, id, array[doctor_id], at => status_at)
     from appointment where status in ('SCHEDULED', 'CANCELLED') and status_at > $1::timestamptz - interval '1 day'
     order by status_at`,
    [new Date(now)],
  )
  await client.query(
    `with told (at, staff_id, action, subject_id, patient_ids, changes) as (
       select at, by_staff_id, 'changeAppointment', appointment.id, array[patient_id],
         jsonb_build_object('status', jsonb_build_array(from_status, to_status))
       from appointment_status_change join appointment on appointment.id = appointment_id
       union all
       select created_at, $2, 'registerPatient', id, array[id], jsonb_build_object('registered', mrn) from patient
       union all
       select $1::timestamptz - (mrn_number - 999) * interval '83 minutes', $2, 'editPatient', id, array[id],
         jsonb_build_object('contactNumber', jsonb_build_array(left(contact_number, -2) || '07', contact_number))
       from patient where mrn_number < 1012
       union all
       select $1 - make_interval(days => day, hours => 4, mins => hashtext(email) & 31), id, 'signIn', null, '{}', null
       from staff, generate_series(0, 2) day where role is not null
       union all
       select $1 - make_interval(hours => 26, secs => 20 * try), null, 'signIn', $2, '{}', null
       from generate_series(1, 4) try
       union all
       select $1 - interval '5 hours', $2, 'exportPatients', null, '{}', '{"exported": {"gender": "FEMALE"}}'
       union all
       select $1 - interval '3 hours', $2, 'printPatients', null, '{}', '{"printed": {"search": "rao"}}')
     insert into audit_entry (at, staff_id, action, subject_id, patient_ids, changes, address, request_id, outcome)
     select told.*, '10.0.4.' || 20 + (hashtext(concat(staff_id)) & 63), md5(told::text)::uuid::text,
       case when staff_id is null then 'invalid_email_or_password' else 'done' end
     from told where at between $1 - interval '3 days' and $1 order by at, action, subject_id`,
    [new Date(now), staff.receptionist],
  )
}
