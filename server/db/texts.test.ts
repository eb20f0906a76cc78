import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { readMigration } from './migrate.ts'

async function givenOwner() {
  const database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  onTestFinished(async () => {
    await owner.end()
    await database.drop()
  })
  return owner
}

/** What no person types into it: what one of a few values, a number, an address or a program makes. */
const notTyped =
  /^(account|jwks|session|verification|sign_in_|audit_|idempotent_|backup|mail|migration|server_secret|notification|two_factor|recovery_code|spent_|account_link)|_key$|_hash$|email$|\.mailed_to$|search_text|_words$|network$|\.image$|words$|^patient_name_word\.|^admission\.status$|^hospital\.(currency|label_mark|logo|logo_mark|time_zone)$|credential_id$|\.mrn$|\.icd10$/

test('each text that people write is one line or many, and the database holds it to that', async () => {
  const owner = await givenOwner()
  const { rows } = await owner.query<{ place: string }>(`
    select table_name || '.' || column_name as place from information_schema.columns c join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'text'
      and not exists (select from pg_constraint where conrelid = table_name::regclass and contype = 'c'
        and pg_get_constraintdef(oid) ~ (column_name || '\\M.*(ANY|!~)'))`)
  expect(
    rows
      .map(({ place }) => place)
      .filter((place) => !notTyped.test(place))
      .sort(),
  ).toEqual([])
})

test('a hospital from before keeps its texts, without what can’t be seen in them', async () => {
  const owner = await givenOwner()
  const { rows: rules } = await owner.query<{ statement: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
    from pg_constraint where conname ~ '_is_lines?$' or conname ~ 'display_has_name'`)
  expect(rules.length).toBeGreaterThan(50)
  for (const { statement } of rules) await owner.query(statement)
  await owner.query(`insert into supplier (name, contact) values ('A', null), ($1, $2), ($3, 'Call')`, [
    'A\u202e',
    'Ann\r\nHarbour\u0085Street \uFFFF',
    '\u0099',
  ])
  await owner.query(`insert into bed (bed_number, ward, notes) values ('B1', 'ICU', $1)`, [
    'By the\r\nwindow\u2028left',
  ])
  await owner.query(`
    insert into staff (name, first_name, last_name, email) values ('Ada', 'Ada', 'Okafor', 'ada@hospital.test');
    insert into patient (mrn_number, first_name, last_name, date_of_birth, gender, contact_number, address)
    values (1, 'Asha', 'Rao', '1984-02-03', 'FEMALE', '+1 555 0100', E'4\u2028Mill Lane');
    insert into allergy (patient_id, substance, severity, certainty, recorded_by)
    select patient.id, E'\u202ePenicillin', 'SEVERE', 'CONFIRMED', staff.id from patient, staff`)
  // What can't be changed any more.
  await owner.query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'signed'; end $$;
    insert into storage_location (name) values (E'Shelf\\n2');
    create trigger signed before update on storage_location for each row execute function refuse()`)

  for (const name of ['0150_kinds_of_text.sql', '0151_texts_mended.sql', '0185_allergens_mended.sql'])
    await owner.query(await readMigration(name))
  const read = async (statement: string) =>
    (await owner.query<{ is: string }>(statement)).rows.map((row) => row.is)
  const names = await read('select name as is from supplier order by name')
  expect(names).toEqual(['A', expect.stringMatching(/^A [0-9a-f]{8}$/), '\uFFFD'])
  expect(await read(`select contact as is from supplier where contact like 'Ann%'`)).toEqual([
    'Ann Harbour Street \uFFFD',
  ])
  expect(await read('select notes as is from bed')).toEqual(['By the\nwindow\nleft'])
  expect(await read('select name as is from storage_location')).toEqual(['Shelf 2'])
  // The allergy still counts, and the patient's list and sentence match its entry.
  const told = `select allergens ->> 0 as is, * from patient where allergens = allergens_of(id)`
  expect(await owner.query(`select from allergy where struck_at is null`)).toMatchObject({ rowCount: 1 })
  expect((await read(told)).map((list) => JSON.parse(list))).toMatchObject([{ substance: 'Penicillin' }])
  expect(await read('select allergies as is from patient')).toEqual([expect.stringMatching(/^Penicillin/)])
  const refused = `insert into storage_location (name) values (E'Shelf\\u0085')`
  await expect(owner.query(refused)).rejects.toThrow('storage_location_name_is_line')
})
