import { Group, Text } from '@mantine/core'
import { formatNumber } from '../format.ts'
import { late } from '../lazy-component.tsx'

/** A list with one page needs none. */
const PageNumbers = late(() => import('./PageNumbers.tsx'), 'PageNumbers', {
  StandIn: () => <div style={{ height: 26 }} />,
  isPlaceholder: true,
})

/** The foot of a list with pages: what is shown of how many, and the way to the other pages. */
export function Pager({
  page,
  pageSize,
  total,
  totalIsAtLeast,
  onPage,
  things = 'results',
  words,
}: {
  /** 1-based. */
  page: number
  pageSize: number
  total: number
  /** Counting stopped at `total`: there are more. */
  totalIsAtLeast?: boolean | undefined
  onPage: (page: number) => void
  things?: string | undefined
  /** Instead of 'Showing 1 to 20 of 120 results', where a screen has words of its own. */
  words?: string | undefined
}) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const first = total === 0 ? 0 : Math.min((page - 1) * pageSize + 1, total)
  const last = Math.min(page * pageSize, total)
  return (
    <Group component="nav" aria-label="Pages" justify="space-between" gap="md" py="sm" px="md">
      <Text size="xs" c="dimmed" role="status">
        {words ??
          `Showing ${formatNumber(first)} to ${formatNumber(last)} of ${totalIsAtLeast ? 'more than ' : ''}${formatNumber(total)} ${things}`}
      </Text>
      {pages > 1 && <PageNumbers page={page} pages={pages} onPage={onPage} />}
    </Group>
  )
}
