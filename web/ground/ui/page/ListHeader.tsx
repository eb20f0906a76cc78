import { PageHeader, type PageHeaderProps } from './PageHeader.tsx'

/** The header of a list page: on a phone its actions fold away. */
export function ListHeader(head: PageHeaderProps) {
  return <PageHeader {...head} folds />
}
