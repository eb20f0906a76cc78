import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'

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

/** The text columns that nobody types into: fixed values, numbers, addresses and text made by a program. */
const notTyped =
  /^(account|jwks|session|verification|sign_in_|audit_|idempotent_|backup|mail|migration|server_secret|notification|two_factor|recovery_code|spent_|account_link)|_key$|_hash$|email$|\.mailed_to$|search_text|_words$|network$|\.image$|words$|^patient_name_word\.|^admission\.status$|^hospital\.(currency|label_mark|logo|logo_mark|time_zone)$|^patient\.photo_mark$|credential_id$|\.mrn$|\.icd10$|^duplicate_(block\.key|pair\.seen)$|^role\.name$|\.recorded_as$|\.witness_role$/

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
