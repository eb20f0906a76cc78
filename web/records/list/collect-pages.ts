import type { Page } from '../../../contract/api/page.ts'

/** A whole list, page by page, or 'too many' where it is longer than `most`. */
export async function collectPages<Row extends { id: string }>(
  read: (page: number) => Promise<Page<Row>>,
  most: number,
): Promise<Row[] | 'too many'> {
  const rows = new Map<string, Row>()
  for (let page = 1; ; page++) {
    const answer = await read(page)
    if (answer.total > most) return 'too many'
    // A record can move to another page while they are read: once is enough.
    for (const row of answer.items) rows.set(row.id, row)
    if (answer.nextCursor === null || answer.items.length === 0) return [...rows.values()]
  }
}
