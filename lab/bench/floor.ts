// The floor: Lantern's API, written by hand by a good engineer on Lantern's own tables. It uses Fastify and pg, the
// same addresses and responses, its own prepared statements, and timestamps formatted by JavaScript. It has no sign-in,
// validation, permissions, log or audit of reads. A write leaves the same rows, including the audit entry and the
// stored response, in one statement.
import { createHash } from 'node:crypto'
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'
import { fold } from '../../contract/fold.ts'
import { Appointment } from '../../contract/front-desk/appointments.ts'
import { Patient } from '../../contract/people/patients.ts'
import { nameWords } from '../../contract/search/people.ts'
import { foundBy } from '../../server/people/patients/match-reason.ts'

type Row = Record<string, unknown>
type Form = Record<string, string | undefined>
type Known = Parameters<ReturnType<typeof foundBy>>[0]

const { builtins } = pg.types
const types = new pg.TypeOverrides()
types.setTypeParser(builtins.DATE, (text) => text)
types.setTypeParser(builtins.TIME, (text) => text.slice(0, 5))
types.setTypeParser(builtins.NUMERIC, Number)
// ISO 8601, cut from PostgreSQL's own text in UTC.
types.setTypeParser(builtins.TIMESTAMPTZ, (text) => {
  const fraction = text.slice(20, -3).padEnd(3, '0').slice(0, 3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
})

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  options: '-c TimeZone=UTC',
  types,
})
const staffId = process.env.BENCH_STAFF

/** The column of a field: 'bloodGroup' → 'blood_group' */
const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** All fields of a record of the contract, so that a new field is read here too. */
const fieldsOf = (record: { shape: object }, alias: string, elsewhere: readonly string[] = []) =>
  Object.keys(record.shape)
    .filter((field) => !elsewhere.includes(field))
    .map((field) => `${alias}.${columnOf(field)} as "${field}"`)
    .join(', ')
const patient = fieldsOf(Patient, 'p')

/** A patient's identity beside columns of another record; `identityOf` reads it from the row. */
const identity = `p.mrn as "pMrn", p.first_name as "pFirst", p.last_name as "pLast", p.date_of_birth as "pBirth",
  p.birth_precision as "pPrecision", p.gender as "pGender", p.contact_number as "pPhone", p.allergies as "pAllergies", p.allergens as "pAllergens"`

const appointment = `${fieldsOf(Appointment, 'a', ['patient', 'doctor', 'statusByName', 'overbookReason'])},
  a.overbooked_reason as "overbookReason",
  m.name as "statusByName", ${identity}, d.first_name as "dFirst", d.last_name as "dLast", d.email as "dMail"`
const ofAppointment = `join patient p on p.id = a.patient_id join staff d on d.id = a.doctor_id
  left join staff m on m.id = a.status_by`

/**
 * A page of the patients whose search text matches a term, by rank, then by name. The ranks `others` are sorted by column
 * `by` instead, and rank `rest` with the newest first.
 */
const found = (rank: string, rest: number, others = '-1', by = 'last_name_key') => `with hit as materialized (
      select id, rank, case rank when ${rest} then -mrn_number else 0 end as number,
        case when rank = ${rest} then '' when rank in (${others}) then ${by} else last_name_key end as "aKey",
        case when rank = ${rest} then '' when rank in (${others}) then last_name_key else first_name_key end as "bKey"
      from patient, lateral (select ${rank} as rank) ranked where retired_at is null and search_text like $1
    ), page as (select * from hit order by rank, number, "aKey", "bKey", id limit 21)
    select (select count(*)::int from hit) as counted, rank, number, "aKey", "bKey", ${patient}
    from page join patient p using (id) order by rank, number, "aKey", "bKey", id`

const statements = {
  patient: `select ${patient} from patient p where id = $1 and retired_at is null`,
  search: found(
    `case when last_name_key = $2 then 0 when first_name_key = $2 then 1
        when starts_with(last_name_key, $2) then 2 when starts_with(first_name_key, $2) then 3
        when strpos(name_words(first_name_key || ' ' || last_name_key), $3) > 0 then 4 else 5 end`,
    5,
    '1, 3',
    'first_name_key',
  ),
  searchNumber: found(
    `case when mrn = 'MRN' || $2 then 0 when reverse(regexp_replace(contact_number, '\\D', '', 'g')) ^@ reverse($2)
        then 1 when starts_with(mrn, 'MRN' || $2) then 2 else 3 end`,
    3,
    '2',
    'mrn',
  ),
  searchPart: found('0', 0),
  day: `select ${appointment} from appointment a ${ofAppointment} where a.date = $1 order by a.queue_number`,
  beds: `select b.id, b.bed_number as "bedNumber", b.ward, b.unit_id as "unitId", u.name as "unitName",
      case when s.id is not null then 'OCCUPIED' when b.maintenance_since is not null then 'MAINTENANCE'
        else 'AVAILABLE' end as status,
      i.patient_id as "patientId", ${identity}, s.admission_id as "admissionId",
      i.doctor_id as "doctorId", i.admitted_at as "admissionDate",
      i.expected_discharge as "expectedDischargeDate", s.sex_rule_reason as "sexRuleReason", b.maintenance_since as "maintenanceSince",
      coalesce(b.maintenance_reason, b.notes) as notes, b.version, b.created_at as "createdAt", b.updated_at as "updatedAt"
    from bed b join unit u on u.id = b.unit_id left join stay s on s.open_bed_id = b.id left join admission i on i.id = s.admission_id
      left join patient p on p.id = i.patient_id
    where b.retired_at is null
    order by b.ward, u.name, u.id, substring(b.bed_number from '^\\D*'), coalesce(substring(b.bed_number from '\\d{1,9}')::int, 0),
      b.bed_number`,
  items: `select (select sum(items)::int from store_tally) as counted, i.name_key as "nameKey", i.id, i.name, i.category,
      i.description, i.unit, i.pack_size as "packSize", i.is_controlled as "isControlled", i.quantity, i.reorder_level as "reorderLevel", i.cost, i.supplier_id as "supplierId",
      s.name as supplier, i.location_id as "storageLocationId", l.name as location, i.next_expiry as "expiryDate",
      case when i.quantity = 0 then 'OUT_OF_STOCK' when i.is_low then 'LOW_STOCK'
        when i.quantity <= i.reorder_level * 1.5 then 'NEED_REORDER' else 'IN_STOCK' end as status,
      i.notes, i.version, i.created_at as "createdAt", i.updated_at as "updatedAt"
    from inventory_item i left join supplier s on s.id = i.supplier_id left join storage_location l on l.id = i.location_id
    where i.retired_at is null order by i.name_key, i.id limit 21`,
  register: `with n as (update mrn_counter set last_number = last_number + 1 returning last_number), p as (
      insert into patient (mrn_number, first_name, last_name, date_of_birth, gender, contact_number, email, address)
      select last_number, $1, $2, $3, $4::gender, $5, $6, $7 from n returning *
    ), made as (select ${patient} from p), seen as (
      insert into audit_entry (staff_id, action, subject_id, patient_ids, changes, address, request_id, outcome)
      select $8, 'registerPatient', id, array[id], jsonb_build_object('registered', mrn), $9, $10, 'done' from made
    ), kept as (
      insert into idempotent_reply (staff_id, key, request_hash, reply) select $8, $11, $12, to_jsonb(made) from made
    ) select * from made`,
  book: `with n as (
      insert into queue_day as q (date, last_number) values ($3, 1)
      on conflict (date) do update set last_number = q.last_number + 1 returning last_number
    ), a as (
      insert into appointment (patient_id, doctor_id, date, time, type, notes, queue_number, status_by)
      select $1, $2, $3, $4, $5::appointment_type, $6, last_number, $7 from n returning *
    ), made as (select ${appointment} from a ${ofAppointment}), seen as (
      insert into audit_entry (staff_id, action, subject_id, patient_ids, changes, address, request_id, outcome)
      select $7, 'bookAppointment', id, array["patientId"],
        jsonb_build_object('status', jsonb_build_array(null, status)), $8, $9, 'done' from made
    ), kept as (
      insert into idempotent_reply (staff_id, key, request_hash, reply) select $7, $10, $11, to_jsonb(made) from made
    ) select * from made`,
}

async function run(name: keyof typeof statements, values: unknown[] = []): Promise<Row[]> {
  return (await pool.query<Row>({ name, text: statements[name], values })).rows
}

function withIdentity({
  pMrn,
  pFirst,
  pLast,
  pBirth,
  pPrecision,
  pGender,
  pPhone,
  pAllergies,
  pAllergens,
  ...row
}: Row): Row {
  if (row.patientId === null) return { ...row, patient: null }
  row.patient = {
    id: row.patientId,
    mrn: pMrn,
    firstName: pFirst,
    lastName: pLast,
    dateOfBirth: pBirth,
    birthPrecision: pPrecision,
    gender: pGender,
    contactNumber: pPhone,
    allergies: pAllergies,
    allergens: pAllergens,
  }
  return row
}

function withDoctor({ dFirst, dLast, dMail, ...row }: Row): Row {
  row.doctor = { id: row.doctorId, firstName: dFirst, lastName: dLast, email: dMail }
  return withIdentity(row)
}

/** A page of twenty rows. A 21st row shows that there is another page; the total is exact up to `most`. */
function pageOf(rows: Row[], keys: string[], most = Number.POSITIVE_INFINITY) {
  const counted = Number(rows[0]?.counted ?? 0)
  const last = rows.length > 20 ? rows[19] : undefined
  const cursor = last && Buffer.from(JSON.stringify(keys.map((key) => last[key]))).toString('base64url')
  const items = rows
    .slice(0, 20)
    .map(({ counted: _c, rank: _r, number: _o, aKey: _a, bKey: _b, nameKey: _n, ...row }) => row)
  return {
    items,
    total: Math.min(counted, most),
    ...(counted > most && { totalIsAtLeast: true }),
    nextCursor: cursor ?? null,
  }
}

/** The address, request id, idempotency key and body hash that a write stores. */
function traceOf({ body, headers, id, ip }: FastifyRequest): unknown[] {
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
  return [ip, id, headers['idempotency-key'], hash]
}

const app = Fastify()
app.get<{ Params: { id: string } }>('/api/patients/:id', async ({ params }) => {
  return (await run('patient', [params.id]))[0]
})
app.get<{ Querystring: { search: string } }>('/api/patients', async ({ query }) => {
  const typed = fold(query.search)
  const pattern = `%${typed.replaceAll(/[\\%_]/g, '\\$&')}%`
  // A number, part of an address, or a word that a name can begin with.
  const rows = /^\d+$/.test(typed)
    ? await run('searchNumber', [pattern, typed])
    : /\d/.test(typed)
      ? await run('searchPart', [pattern])
      : await run('search', [pattern, typed, nameWords(typed)])
  const page = pageOf(rows, ['rank', 'number', 'aKey', 'bKey', 'id'], 1000)
  const found = foundBy(query.search, new Map())
  return { ...page, items: page.items.map((row) => ({ ...row, found: found(row as Known) })) }
})
app.get<{ Params: { date: string } }>('/api/appointments/days/:date', async ({ params }) => {
  return (await run('day', [params.date])).map(withDoctor)
})
app.get('/api/beds', async () => (await run('beds')).map(withIdentity))
app.get('/api/inventory', async () => pageOf(await run('items'), ['nameKey', 'id']))
app.post<{ Body: Form }>('/api/patients', async (request, reply) => {
  const { firstName, lastName, dateOfBirth, gender, contactNumber, email, address } = request.body
  const form = [firstName, lastName, dateOfBirth, gender, contactNumber, email, address]
  return reply.status(201).send((await run('register', [...form, staffId, ...traceOf(request)]))[0])
})
app.post<{ Body: Form }>('/api/appointments', async (request, reply) => {
  const { patientId, doctorId, date, time, type, notes } = request.body
  const form = [patientId, doctorId, date, time, type, notes]
  const [booked = {}] = await run('book', [...form, staffId, ...traceOf(request)])
  return reply.status(201).send(withDoctor(booked))
})
process.once('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
console.log(`The floor is ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
