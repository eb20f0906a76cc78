import pg from 'pg'
import { expect, test } from 'vitest'
import { listAppointments } from '../../../contract/front-desk/appointments.ts'
import { endpoints } from '../../../contract/nouns.ts'
import { listAdmissions } from '../../../contract/wards/admissions.ts'
import { startApp, type TestApp } from '../app.ts'
import { givenExamples, givenPeople } from '../every-example.ts'

const past = 4000
/** Which grow for as long as there is a hospital. */
const growing = ['patient', 'appointment', 'admission', 'stay', 'vital_signs', 'medication', 'visit_note']

/** Rows of years in a hospital, inserted without its rules. */
const lived = `
  set session_replication_role = replica;
  insert into patient (first_name, last_name, date_of_birth, gender, contact_number, address, created_at)
    select 'Ada', 'Okafor ' || n, '1980-01-01'::date + n, 'FEMALE', '+1 200 555 ' || n, '1 Lamp Street', now() - interval '2 years'
    from generate_series(1, ${past}) n;
  insert into bed (bed_number, ward, unit_id) select 'Past ' || n, 'GENERAL', oldest_unit('GENERAL') from generate_series(1, 20) n;
  create temporary table one as
    select id as patient_id, gen_random_uuid() as id, row_number() over () as n,
      now() - interval '2 years' + row_number() over () * interval '2 hours' as at from patient;
  insert into admission (id, patient_id, doctor_id, diagnosis, admitted_at, discharged_at, destination, created_at)
    select one.id, patient_id, (select id from staff limit 1), 'Asthma', at, at + interval '1 day', 'HOME', at from one;
  insert into stay (admission_id, bed_id, started_at, ended_at)
    select one.id, bed.id, at, at + interval '1 day' from one
    join (select id, row_number() over () as n from bed) bed on bed.n = one.n % 20 + 1;
  insert into vital_signs (patient_id, taken_at, recorded_by, pulse)
    select patient_id, at, (select id from staff limit 1), 70 from one;
  insert into appointment (patient_id, doctor_id, date, time, type, queue_number)
    select patient_id, (select id from staff limit 1), '2024-01-01'::date - n::int, '10:00', 'GENERAL', 1 from one;
  set session_replication_role = origin;
  analyze`

/** It takes longer than a client would wait. */
async function livePast({ database }: TestApp): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query(lived).finally(() => owner.end())
}

/** How many rows of a table were read, by any kind of scan, since the database was created. */
async function rowsRead(app: TestApp, table: string): Promise<number> {
  const [row] = await app.asOwner<{ read: string }>(
    'select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables where relname = $1',
    [table],
  )
  return Number(row?.read)
}

/** For each table, how many rows were read by sequential scans since the database began. */
async function readWhole(app: TestApp): Promise<Map<string, number>> {
  const rows = await app.asOwner<{ name: string; read: string }>(
    `select relname as name, seq_tup_read as read from pg_stat_user_tables where relname = any ($1)`,
    [growing],
  )
  return new Map(rows.map(({ name, read }) => [name, Number(read)]))
}

test('what is written reads no table from end to end that grows with the years', async () => {
  const app = await startApp()
  try {
    const people = await givenPeople(app)
    const examples = givenExamples(people)
    await livePast(app)
    const before = await readWhole(app)
    const found: string[] = []
    for (const { name, kind, ...endpoint } of endpoints) {
      if (kind === 'read') continue
      const { by, request, headers } = (await examples[name]?.()) ?? {}
      if (!by) throw new Error(`${name} has no example`)
      const answer = await by.call({ name, kind, ...endpoint } as never, request as never, { headers })
      expect(answer.status, answer.text).toBeLessThan(300)
    }
    await app.app.close()
    // PostgreSQL counts what a connection did when it ends.
    const after = await readWhole(app)
    for (const [name, read] of after) {
      const times = Math.floor((read - (before.get(name) ?? 0)) / past)
      if (times > 0) found.push(`${name}, ${times} times`)
    }
    expect(found).toEqual([])
  } finally {
    await app.close()
  }
}, 120_000)

test('the lists of a doctor who has few appointments and admissions read those alone', async () => {
  const app = await startApp()
  try {
    const desk = await app.signIn('receptionist')
    const doctor = await app.signIn('doctor')
    await livePast(app)
    await app.asOwner(
      `update appointment set doctor_id = $1 where id in (select id from appointment limit 3)`,
      [doctor.id],
    )
    await app.asOwner(`update admission set doctor_id = $1 where id in (select id from admission limit 3)`, [
      doctor.id,
    ])
    const before = {
      appointment: await rowsRead(app, 'appointment'),
      admission: await rowsRead(app, 'admission'),
    }
    const query = { doctorId: doctor.id }
    expect((await desk.call(listAppointments, { query })).body.items).toHaveLength(3)
    expect((await desk.call(listAdmissions, { query })).body.items).toHaveLength(3)
    await app.app.close()
    for (const [table, read] of Object.entries(before)) {
      expect((await rowsRead(app, table)) - read, table).toBeLessThan(100)
    }
  } finally {
    await app.close()
  }
}, 120_000)
