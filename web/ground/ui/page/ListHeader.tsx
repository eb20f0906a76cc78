import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { useId } from 'react'
import { PageHeader, type PageHeaderProps } from './PageHeader.tsx'

/** The header of a list page: on a phone its actions fold away. */
export function ListHeader(head: PageHeaderProps) {
  const [isOpen, fold] = useDisclosure()
  const id = useId()
  const button = (
    <ActionIcon
      variant="default"
      size={36}
      aria-label="All actions"
      aria-expanded={isOpen}
      data-open={isOpen || undefined}
      aria-controls={id}
      onClick={fold.toggle}
    >
      <IconDots size={18} aria-hidden="true" />
    </ActionIcon>
  )
  return <PageHeader {...head} fold={{ id, button }} />
}
