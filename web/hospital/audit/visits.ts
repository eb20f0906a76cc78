import type { AuditRecord } from '../../../contract/hospital/audit.ts'

/** A person's acts on a record without a longer pause. */
export interface Visit {
  id: string
  staff: AuditRecord['staff']
  from: string
  until: string
  /** Newest first. */
  records: AuditRecord[]
}

/** Milliseconds after which somebody who comes back has come again. */
export const pause = 15 * 60_000

/** The trail, newest first, by who came and when. A screen that stayed open is part of the visit for as long as it did. */
export function visitsOf(trail: Iterable<AuditRecord>): Visit[] {
  const visits: Visit[] = []
  const lately = new Map<string | undefined, Visit>()
  for (const record of trail) {
    const { id, at, until, staff } = record
    const end = until ?? at
    const visit = lately.get(staff?.id)
    if (visit && Date.parse(visit.from) - Date.parse(end) <= pause) {
      visit.records.push(record)
      if (at < visit.from) visit.from = at
      if (end > visit.until) visit.until = end
    } else {
      const begun = { id, staff, from: at, until: end, records: [record] }
      visits.push(begun)
      lately.set(staff?.id, begun)
    }
  }
  return visits
}
