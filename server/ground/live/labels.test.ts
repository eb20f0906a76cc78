import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { labels } from '../db/changes.ts'

/** The labels in what a function passes to `pg_notify`: 'queue' of `';queue'`, 'patient' of `':patient='`. */
function labelsIn(source: string): string[] {
  return source
    .split("pg_notify('lantern'")
    .slice(1)
    .flatMap((call) => {
      const [said = ''] = call.split(/\);\s*\n/)
      return [...said.matchAll(/'([^']*)'/g)].flatMap(([, text = '']) =>
        text.split(/[:;,]/).slice(text.includes(':') && !text.startsWith(':') ? 1 : 0),
      )
    })
    .map((part) => part.replace('=', ''))
    .filter((part) => /^[a-z]+$/.test(part))
}

test('the labels of changes are those that the functions of the schema write', async () => {
  const client = new pg.Client({ connectionString: inject('templateOwnerUrl') })
  await client.connect()
  const { rows } = await client.query<{ source: string }>(
    `select prosrc as source from pg_proc where pronamespace = 'public'::regnamespace and prosrc like '%pg_notify(''lantern''%'`,
  )
  await client.end()
  expect(rows.length).toBeGreaterThan(8)
  expect([...new Set(rows.flatMap(({ source }) => labelsIn(source)))].toSorted()).toEqual(labels)
  // A misspelled one is found.
  expect(
    labelsIn(`perform pg_notify('lantern', concat('bed:', new.id, case when moved then ':renmaed' end));\n`),
  ).toEqual(['renmaed'])
})
