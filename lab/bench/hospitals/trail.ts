import type pg from 'pg'

/** The people whose entries are searched for in a long trail. */
export interface TrailSample {
  /** A patient who is named by a twentieth of all entries, and is in every list that was read. */
  seenByAll: string
  /** Patients in some thousand entries, and in thousands of lists. */
  seenOften: string[]
  /** Patients in twenty entries. */
  seenRarely: string[]
  /** An account with a tenth of all entries. */
  busy: string
  others: string[]
  gigabytes: number
}

/** Seconds between two entries: a hospital writes twenty million a year. */
const secondsApart = 1.577
/** Entries that share one sight of a list: those of 8 minutes. */
const sharing = 300

/**
 * Fills a trail up to now with `entries` entries: half of them name one patient, and a third are reads of a list that
 * others read, too. It also has the records that were sent to live screens. A month is filled before it becomes a
 * partition, so that its indexes are built at once.
 */
export async function fillTrail(
  client: pg.Client,
  entries: number,
  say: (sentence: string) => void,
): Promise<TrailSample> {
  const begin = new Date(Date.now() - entries * secondsApart * 1000)
  // The demo hospital has some entries of its own.
  const there = await client.query<{ there: boolean }>(
    `select exists (select from audit_entry where staff_id = md5('busy')::uuid) as there`,
  )
  if (!there.rows[0]?.there) await fillMonths(client, entries, begin, say)
  return takeTrailSample(client)
}

async function fillMonths(
  client: pg.Client,
  entries: number,
  begin: Date,
  say: (sentence: string) => void,
): Promise<void> {
  await client.query(
    `create temporary table someone as select row_number() over (order by mrn_number)::int - 1 as place, id from patient`,
  )
  await client.query('alter table someone add primary key (place)')
  await client.query('analyze someone')
  const now = new Date()
  let month = new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth()))
  while (month < now) {
    const next = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1))
    const placeOf = (moment: Date) =>
      Math.max(0, Math.min(entries, Math.ceil((moment.getTime() - begin.getTime()) / 1000 / secondsApart)))
    const name = month.toISOString().slice(0, 7).replace('-', '_')
    await fillMonth(client, { name, month, next, begin, first: placeOf(month), end: placeOf(next) })
    say(`The trail of ${month.toISOString().slice(0, 7)} is filled.`)
    month = next
  }
  await client.query(`select setval('audit_serial', greatest((select max(id) from audit_entry), 1))`)
  await client.query(
    'vacuum (analyze) audit_entry, audit_sight, audit_sighting, audit_following, audit_unfollowing',
  )
}

async function fillMonth(
  client: pg.Client,
  of: { name: string; month: Date; next: Date; begin: Date; first: number; end: number },
): Promise<void> {
  const kinds = ['entry', 'sight', 'sighting', 'following', 'unfollowing']
  const part = (kind: string) => `audit_month.${kind}_${of.name}`
  await client.query('begin')
  for (const kind of kinds) {
    await client.query(`drop table if exists ${part(kind)}`)
    await client.query(
      `create table ${part(kind)} (like audit_${kind} including defaults including constraints)`,
    )
  }
  const people = '(select count(*)::int from someone)'
  /**
   * How many people most entries and lists choose from: the last thousand are in no list, and few entries name the last
   * forty.
   */
  const usual = `(${people} - 1700)`
  const at = `$3::timestamptz + n * interval '${secondsApart} s'`
  const range = [of.first, of.end - 1, of.begin]
  // One in ten entries is by the same member of staff, the rest by 300 others.
  await client.query(
    `insert into ${part('entry')} (id, at, staff_id, action, subject_id, patient_ids, sight_id, changes, address,
       request_id)
     select n + 1, ${at},
       case when n % 10 = 0 then md5('busy')::uuid else md5('staff ' || abs(hashint8(n)) % 300)::uuid end,
       (array['readPatient', 'listPatients', 'listQueue', 'editPatient', 'bookAppointment'])[1 + n % 5],
       case when n % 20 < 12 then someone.id end,
       case when n % 20 < 12 then array[someone.id] else '{}' end,
       case when n % 20 between 12 and 17 then md5('sight ' || n / ${sharing})::uuid end,
       case when n % 40 = 8 then '{"address": ["1 Hill Road", "2 Hill Road"]}'::jsonb end,
       '10.0.' || n % 200 || '.' || n % 250, 'req-' || n
     from generate_series($1::bigint, $2::bigint) n
     join someone on someone.place = case when n % 20 = 0 then 0
       when n % 25000 = 1 then ${people} - 1 - (n / 25000)::int % 40
       else 1 + abs(hashint8(n + 7)) % ${usual} end`,
    range,
  )
  const sights = [Math.ceil(of.first / sharing), Math.ceil(of.end / sharing) - 1, of.begin]
  await client.query(
    `insert into ${part('sight')} (id, at, patient_ids)
     select md5('sight ' || n)::uuid, $3::timestamptz + n * ${sharing} * interval '${secondsApart} s', shown
     from generate_series($1::bigint, $2::bigint) n, lateral (
       select array_agg(id) as shown from someone where someone.place = 0 or someone.place between 1 + abs(hashint8(n)) % ${usual}
         and abs(hashint8(n)) % ${usual} + case when n % 20 = 0 then 600 else 60 end) list`,
    sights,
  )
  // For two hours a day, something is sent each minute to everybody who follows the queue: half of about 200 screens,
  // which were opened at different times.
  await client.query(
    `insert into ${part('sight')} (id, at, patient_ids, process_id, scope)
     select gen_random_uuid(), minute, shown, md5('process')::uuid, 'queue'
     from generate_series($1::timestamptz, least($2::timestamptz, now()) - interval '1 minute', interval '1 minute')
       minute,
       lateral (select array_agg(id) as shown from someone
         where someone.place = 0 or someone.place between 1 + abs(hashtext(minute::text)) % ${usual}
           and 30 + abs(hashtext(minute::text)) % ${usual}) list
     where extract(hour from minute) in (8, 14)`,
    [of.month, of.next],
  )
  await client.query(
    `insert into ${part('sighting')} select seen, scope is not null, at, id
     from ${part('sight')}, unnest(patient_ids) seen`,
  )
  await client.query(
    `insert into ${part('following')} (id, at, process_id, scope, staff_id, address, request_id)
     select md5('following ' || n || $1)::uuid, $1::timestamptz + n * interval '2 minutes', md5('process')::uuid,
       case when n % 2 = 0 then 'queue' else 'beds' end, md5('staff ' || n % 300)::uuid, '10.0.0.1', 'req-' || n
     from generate_series(0, extract(epoch from least($2::timestamptz, now()) - $1)::int / 120 - 240) n`,
    [of.month, of.next],
  )
  await client.query(
    `insert into ${part('unfollowing')} (id, at)
     select id, at + interval '10 minutes' + abs(hashtext(id::text)) % 400 * interval '1 minute'
     from ${part('following')} where abs(hashtext(id::text)) % 100 > 0`,
  )
  for (const kind of kinds) {
    await client.query(
      `alter table audit_${kind} attach partition ${part(kind)}
       for values from ('${of.month.toISOString()}') to ('${of.next.toISOString()}')`,
    )
  }
  await client.query('commit')
}

async function takeTrailSample(client: pg.Client): Promise<TrailSample> {
  const ids = async (statement: string) =>
    (await client.query<{ id: string }>(statement)).rows.map((row) => row.id)
  const [seenByAll = ''] = await ids('select id from patient order by mrn_number limit 1')
  const size = await client.query<{ gigabytes: number }>(
    'select pg_database_size(current_database()) / 1e9::float as gigabytes',
  )
  return {
    seenByAll,
    seenOften: await ids('select id from patient order by mrn_number offset 1 limit 40'),
    seenRarely: await ids('select id from patient order by mrn_number desc limit 40'),
    busy: (await ids(`select md5('busy')::uuid as id`))[0] ?? '',
    others: await ids(`select md5('staff ' || n)::uuid as id from generate_series(0, 39) n`),
    gigabytes: size.rows[0]?.gigabytes ?? 0,
  }
}
