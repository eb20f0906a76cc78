import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../db/connect.ts'
import type { Seal } from './seal.ts'
import type { Fault } from './seal-fault.ts'

const Names = z.array(z.tuple([z.uuid(), z.string()]))
export type Names = z.infer<typeof Names>

/** The names of people who act between two numbers, without those that `told` has already. */
export async function namesBetween(
  db: Database,
  { after, until }: { after: number; until: number },
  told: ReadonlyMap<string, string>,
): Promise<Names> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from staff where id in (
      select staff_id from audit_entry where id > ${after} and id <= ${until}
      union select staff_id from audit_following where serial > ${after} and serial <= ${until}) order by id
  `.execute(db)
  return rows.filter(({ id, name }) => told.get(id) !== name).map(({ id, name }) => [id, name])
}

export function digestOfNames(names: string): string {
  return hash('sha256', names)
}

interface Change {
  id: string
  from: string
  to: string | null
  seal: Seal
}

/** Holds the names of one seal against those of the seals before it, and all of them against those of today. */
export function checkingNames(db: Database) {
  const called = new Map<string, { name: string; seal: Seal }>()
  const changes: Change[] = []
  return {
    /** Takes in the names of a seal. Returns a fault if they are not those that were signed. */
    look(seal: Seal, names: string | null): Fault[] {
      if (seal.lantern === 'audit seal 1') return []
      const read = names !== null && digestOfNames(names) === seal.names ? readNames(names) : null
      if (!read) {
        return [{ at: seal.at, serial: null, says: `The names that seal ${seal.number} keeps were changed.` }]
      }
      for (const [id, name] of read) {
        const before = called.get(id)
        if (before && before.name !== name) changes.push({ id, from: before.name, to: name, seal })
        called.set(id, { name, seal })
      }
      return []
    },
    async faults(): Promise<Fault[]> {
      const { rows } = await sql<{ id: string; name: string }>`
        select id, name from staff where id = any (${[...called.keys()]}::uuid[])
      `.execute(db)
      const now = new Map(rows.map(({ id, name }) => [id, name]))
      const since = [...called].flatMap(([id, { name, seal }]) => {
        const to = now.get(id) ?? null
        return to === name ? [] : [{ id, from: name, to, seal }]
      })
      const faults: Fault[] = []
      for (const change of [...changes, ...since]) {
        const { from, to, seal } = change
        if (await isOnRecord(db, change)) continue
        const says =
          to === null
            ? `The account of ${from}, who acts in seal ${seal.number}, was removed.`
            : `Who acts as ${from} was renamed ${to}, and no entry says by whom.`
        faults.push({ at: seal.at, serial: null, says })
      }
      return faults
    },
  }
}

function readNames(text: string): Names | null {
  try {
    return Names.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Whether an entry tells that the account came by that name. */
async function isOnRecord(db: Database, { id, to }: Change): Promise<boolean> {
  if (to === null) return false
  const { rows } = await sql<{ yes: boolean }>`
    select exists (
      select from audit_entry where subject_id = ${id} and outcome = 'done' and changes is not null
        and changes ?| array['firstName', 'lastName']
        and (changes -> 'firstName' is null or starts_with(${to}, (changes -> 'firstName' ->> 1) || ' '))
        and (changes -> 'lastName' is null or right(${to}, length(changes -> 'lastName' ->> 1) + 1)
          = ' ' || (changes -> 'lastName' ->> 1))) as yes
  `.execute(db)
  return rows[0]?.yes ?? false
}
