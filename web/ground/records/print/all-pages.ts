import type { Page } from '../../../../contract/api/page.ts'

/** The parts of a page that reading the next one needs. */
export type PageToRead<Row> = Pick<Page<Row>, 'items' | 'nextCursor'>

/** All rows of a list, page after page. */
export async function allPages<Row>(
  read: (cursor: string | undefined) => Promise<PageToRead<Row>>,
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
