import { afterAll, expect, test } from 'vitest'
import { type AuditFilter, auditKinds } from '../../../contract/hospital/audit.ts'
import { recordNames } from '../../nouns.ts'
import { createWatchedDatabase, rowsLookedAt, stepsOf } from '../../testing/database.ts'
import { auditPage } from './queries.ts'

const { db, owner, sent, close } = await createWatchedDatabase()
afterAll(close)

const entries = 120_000
/** The patient's traces: entries, lists, and live events. */
const own = { named: 600, shown: 600, told: 60 }
/** The number of screens opened in the hours that one can stay open. */
const screens = 180

// A week of a busy hospital's lists, opened records, changes and live events; a hundredth concern one patient.
await owner.query(`
  insert into patient (first_name, last_name, date_of_birth, gender, contact_number, address, created_at)
    select 'Ada', 'Okafor', '1980-01-01', 'FEMALE', '+1 200 555 ' || n, '1 Lamp Street', now() - interval '1 year'
    from generate_series(1, 50) n;
  insert into staff (first_name, last_name, email, name)
    select 'Nina', 'Rao', 'nina' || n || '@hospital.test', 'Nina Rao' from generate_series(1, 20) n`)
const [patientId] = await ids('select id from patient order by mrn_number limit 1')
const [staffId] = await ids('select id from staff order by email limit 1')
await owner.query(`
  create temporary table someone as select row_number() over (order by mrn_number) - 1 as place, id from patient;
  create temporary table person as select row_number() over (order by email) - 1 as place, id from staff;
  insert into audit_sight (id, at, patient_ids)
    select md5('sight ' || n)::uuid, now() - n * interval '1 minute',
      case when n % 10 = 0 then array['${patientId}'::uuid] else array[gen_random_uuid()] end || gen_random_uuid()
    from generate_series(1, 6000) n;
  insert into audit_sight (id, at, patient_ids, process_id, scope)
    select gen_random_uuid(), now() - n * interval '2 minutes', array[someone.id], md5('process')::uuid, 'queue'
    from generate_series(1, 3000) n join someone on someone.place = n % 50;
  insert into audit_following (id, at, process_id, scope, staff_id)
    select md5('following ' || n)::uuid, now() - n * interval '2 minutes', md5('process')::uuid, 'queue', person.id
    from generate_series(1, 3000) n join person on person.place = n % 20;
  insert into audit_unfollowing (id, at) select id, at + interval '10 minutes' from audit_following;
  insert into audit_entry (at, staff_id, action, subject_id, patient_ids, sight_id, changes)
    select now() - n * interval '5 s', person.id,
      case when n % 2000 = 7 then 'exportPatients' when n % 4 = 0 then 'listPatients' else 'readPatient' end,
      case when n % 4 > 0 then someone.id end,
      case when n % 4 > 0 then array[case when n % 200 = 1 then '${patientId}'::uuid else gen_random_uuid() end] else '{}' end,
      case when n % 4 = 0 and n < 72000 then md5('sight ' || n / 12)::uuid end,
      case when n % 2000 = 7 then '{"exported": {}}'::jsonb when n % 4 = 3 then '{"address": ["1", "2"]}'::jsonb end
    from generate_series(1, ${entries}) n
    join person on person.place = n % 20 join someone on someone.place = n % 50;
  insert into audit_entry (at, staff_id, action, subject_id, changes)
    select now() - n * interval '3 minutes', person.id, 'editStaffMember', person.id, '{"active": [true, false]}'
    from generate_series(1, 3000) n join person on person.place = n % 20`)
await owner.query(
  'vacuum analyze audit_entry, audit_sight, audit_sighting, audit_following, audit_unfollowing',
)

async function ids(statement: string): Promise<string[]> {
  return (await owner.query<{ id: string }>(statement)).rows.map(({ id }) => id)
}

/** The number of the trail's rows that PostgreSQL reads for a page. */
async function looked(filter: AuditFilter): Promise<number> {
  sent.length = 0
  await auditPage({ db, recordNames }, filter, { limit: 50 })
  let rows = 0
  for (const { sql, parameters } of sent) rows += rowsLookedAt(await stepsOf(owner, sql, parameters))
  return rows
}

test.each([undefined, ...auditKinds])(
  'who accessed a patient, by kind %s, is found among what concerns the patient alone',
  async (kind) => {
    // The traces of the page, and again those that are counted: the readers of each list, and the screens that received
    // each event.
    const concerning = 3 * (own.named + 2 * own.shown + (kind === 'received' ? own.told * screens : 0))
    expect(await looked({ patientId, kind })).toBeLessThan(concerning)
    expect(await looked({ patientId, kind, staffId })).toBeLessThan(2 * concerning)
  },
)

/** The rows for a page of 50, and those for its count, which stops at 200. */
const shown = 51 + 201

test('of the whole log a page is read, and not what lies behind it; so it is of one person and of one account', async () => {
  expect(await looked({})).toBeLessThan(3 * shown)
  expect(await looked({ staffId })).toBeLessThan(3 * shown)
  expect(await looked({ accountId: staffId })).toBeLessThan(3 * shown)
})

test.each(['refused', 'exported', 'printed'] as const)(
  'what is rare among everything, the %s, is found without looking at everything',
  async (kind) => {
    expect(await looked({ kind })).toBeLessThan(3 * shown)
  },
)
