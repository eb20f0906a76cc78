import type { Page } from '../../../contract/api/page.ts'

/** All rows of a list, page after page. */
export async function allPages<Row>(
  read: (cursor: string | undefined) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    rows.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return rows
}
