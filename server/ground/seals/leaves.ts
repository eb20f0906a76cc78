import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { leafHash, merkleTree } from './merkle.ts'
import type { Seal } from './seal.ts'

/** A row of the trail as it is sealed. */
export interface Leaf {
  serial: number
  /** The month of the event, in UTC: 2026-11 */
  month: string
  text: string
}

/**
 * The rows with the numbers above `after`, up to `until`, in the order of their numbers. This statement defines what is
 * sealed of a row: every column, as one JSON text, in UTC. It uses only PostgreSQL's own functions, so that nothing of
 * Lantern's is needed to check the seals. It includes the patients that a sight shows; the rows of `audit_sighting`
 * follow from those.
 */
export async function leavesBetween(db: Database, after: number, until: number): Promise<Leaf[]> {
  const { rows } = await sql<Leaf>`
    select serial, to_char(at at time zone 'UTC', 'YYYY-MM') as month, text from (
      select id as serial, at, json_build_array('entry', id, at, staff_id, action, subject_id, patient_ids, sight_id,
        changes, address, request_id, outcome)::text as text
      from audit_entry where id > ${after} and id <= ${until}
      union all
      select serial, at, json_build_array('sight', serial, at, id, patient_ids, process_id, scope)::text
      from audit_sight where serial > ${after} and serial <= ${until}
      union all
      select serial, at, json_build_array('following', serial, at, id, process_id, scope, staff_id, address,
        request_id)::text
      from audit_following where serial > ${after} and serial <= ${until}
      union all
      select serial, at, json_build_array('unfollowing', serial, at, id)::text
      from audit_unfollowing where serial > ${after} and serial <= ${until}
    ) told order by serial, text
  `.execute(db)
  return rows
}

/** The sealed contents of the rows between two numbers. */
export interface Summary {
  months: Seal['months']
  /** For each row, its number counted from the seal's first, and the first four bytes of its hash. */
  leaves: Buffer
}

const bytesOfLeaf = 8

/** Rows asked for at once: some milliseconds of this process, of which others wait for it. */
const window = 1000

/** Reads all rows between two numbers and sums them up; `seen` is given each of them. */
export async function summaryOf(
  db: Database,
  after: number,
  until: number,
  seen: (leaf: Leaf) => void = () => {},
): Promise<Summary> {
  const months = new Map<string, { tree: ReturnType<typeof merkleTree>; count: number }>()
  const leaves: Buffer[] = []
  for (let from = after; from < until; from += window) {
    const rows = await leavesBetween(db, from, Math.min(from + window, until))
    const beginnings = Buffer.alloc(rows.length * bytesOfLeaf)
    for (const [index, leaf] of rows.entries()) {
      const month = months.get(leaf.month) ?? { tree: merkleTree(), count: 0 }
      months.set(leaf.month, month)
      const hashed = leafHash(leaf.text)
      month.tree.add(hashed)
      month.count++
      beginnings.writeUInt32BE(leaf.serial - after, index * bytesOfLeaf)
      hashed.copy(beginnings, index * bytesOfLeaf + 4, 0, 4)
      seen(leaf)
    }
    leaves.push(beginnings)
  }
  return {
    months: [...months]
      .map(([month, { tree, count }]): Seal['months'][number] => [month, count, tree.root().toString('hex')])
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    leaves: Buffer.concat(leaves),
  }
}

/** The beginnings of the hashes by the numbers of their rows. */
export function readLeaves(leaves: Buffer, after: number): Map<number, string> {
  const found = new Map<number, string>()
  for (let at = 0; at + bytesOfLeaf <= leaves.length; at += bytesOfLeaf) {
    found.set(after + leaves.readUInt32BE(at), leaves.toString('hex', at + 4, at + bytesOfLeaf))
  }
  return found
}
