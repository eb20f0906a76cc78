import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { ClearFilters } from '../../ui/list/ClearFilters.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'

/** The filters leave nothing: what to try, and the way back to the whole list. */
export function NoMatch({
  title,
  children,
  action,
  compact,
  onClear,
}: {
  title: string
  compact?: boolean
  /** A sentence about what to try. */
  children?: ReactNode
  /** Another way out. */
  action?: ReactNode
  onClear: () => void
}) {
  return (
    <EmptyState
      title={title}
      compact={compact}
      action={
        <Group gap="xs" justify="center">
          {action}
          <ClearFilters variant="default" onClear={onClear} />
        </Group>
      }
    >
      {children}
    </EmptyState>
  )
}
