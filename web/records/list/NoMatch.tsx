import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/page/EmptyState.tsx'

/** The filters leave nothing: what to try, and the way back to the whole list. */
export function NoMatch({
  title,
  children,
  onClear,
}: {
  title: string
  /** What to try, in a sentence. */
  children?: ReactNode
  onClear: () => void
}) {
  return (
    <EmptyState
      title={title}
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
