// Loads an export of Lantern into an empty PostgreSQL database: docs/export.md says how.
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse/sync'
import pg from 'pg'
import { from } from 'pg-copy-streams'

const [folder, url] = process.argv.slice(2)
if (!folder || !url)
  refuse('Say where the unpacked export is, and the database: node docs/load-export.mjs FOLDER postgres://…')

/** The places in which the export put an apostrophe more, as server/hospital/exports/harmless.ts has them. */
const begins = String.raw`^|[;；\t-\r\u0085\u2028\u2029"]`
const blank = String.raw`[\s"\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]*`
const formula = '[-=+@＝＋－＠﹦﹢﹣﹫⁼₌⁺₊−]'
const added = pg.escapeLiteral(`(${begins})(${blank})'('*${formula})`)

const tables = rowsOf('tables.csv')
const columns = rowsOf('columns.csv')
const name = pg.escapeIdentifier
const database = new pg.Client({ connectionString: url })
await database.connect()
try {
  const { rows } = await database.query(`select from pg_tables where schemaname = 'public' limit 1`)
  if (rows.length > 0) refuse('This database has tables. Make an empty one, and load the export into that.')
  await database.query('begin')
  for (const table of tables) await load(table)
  for (const { table, column, references } of columns) {
    const [other = '', key = ''] = references.split('.')
    if (!columns.some((one) => one.table === other && one.column === key && one.key)) continue
    await database.query(
      `alter table ${name(table)} add foreign key (${name(column)}) references ${name(other)} (${name(key)})`,
    )
  }
  await database.query('commit')
  console.log(
    `Loaded ${tables.length} tables. What each means is in their comments: \\d+ in psql shows them.`,
  )
} finally {
  await database.end()
}

/** One table with its comments and rows, as many as the export had. */
async function load({ table, meaning, rows }) {
  const own = columns.filter((one) => one.table === table)
  const keys = own.filter(({ key }) => key).map(({ column }) => name(column))
  const definitions = own.map(({ column, type }) => `${name(column)} ${typeOf(type)}`)
  if (keys.length > 0) definitions.push(`primary key (${keys.join(', ')})`)
  await database.query(`create table ${name(table)} (${definitions.join(', ')})`)
  await database.query(`comment on table ${name(table)} is ${pg.escapeLiteral(meaning)}`)
  for (const one of own)
    await database.query(
      `comment on column ${name(table)}.${name(one.column)} is ${pg.escapeLiteral(one.meaning)}`,
    )
  const copy = database.query(from(`copy ${name(table)} from stdin (format csv, header)`))
  await pipeline(createReadStream(join(folder, `${table}.csv`)), copy)
  if (copy.rowCount !== Number(rows))
    refuse(`${table}.csv has ${copy.rowCount} rows of ${rows}. The export is not whole: take it again.`)
  const texts = own.filter(({ type }) => type === 'text').map(({ column }) => name(column))
  if (texts.length === 0) return
  const plain = (text) => `regexp_replace(${text}, ${added}, ${pg.escapeLiteral(String.raw`\1\2\3`)}, 'g')`
  await database.query(
    `update ${name(table)} set ${texts.map((text) => `${text} = ${plain(text)}`).join(', ')}
     where ${texts.map((text) => `${text} like '%''%'`).join(' or ')}`,
  )
}

/** No more of a file gets into a statement than the name of a type. */
function typeOf(type) {
  if (/^[a-z][a-z0-9 ]*(\(\d+(,\d+)?\))?( without time zone| with time zone)?(\[\])?$/.test(type)) return type
  return refuse(`columns.csv has a type that is none: ${type}`)
}

function rowsOf(file) {
  try {
    return parse(readFileSync(join(folder, file)), { bom: true, columns: true })
  } catch (error) {
    return refuse(`${file} can’t be read. The export is not whole, or not unpacked here. (${error.message})`)
  }
}

function refuse(why) {
  console.error(why)
  process.exit(1)
}
