import { Pagination } from '@mantine/core'

/** The way to the other pages of a list. */
export function PageNumbers({
  page,
  pages,
  onPage,
}: {
  page: number
  pages: number
  onPage: (page: number) => void
}) {
  return (
    <Pagination
      value={page}
      total={pages}
      onChange={onPage}
      size="sm"
      siblings={1}
      getItemProps={(target) => ({ 'aria-label': `Page ${target}` })}
      getControlProps={(control) => ({
        'aria-label': {
          first: 'First page',
          previous: 'Previous page',
          next: 'Next page',
          last: 'Last page',
        }[control],
      })}
    />
  )
}
