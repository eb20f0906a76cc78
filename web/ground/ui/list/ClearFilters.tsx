import { Button, type ButtonProps } from '@mantine/core'
import { focusContent } from '../focus.ts'

/** Shows everything again. It disappears once it is pressed, so the focus moves to the content. */
export function ClearFilters({ onClear, ...look }: { onClear: () => void } & ButtonProps) {
  return (
    <Button
      {...look}
      onClick={() => {
        focusContent()
        onClear()
      }}
    >
      Clear filters
    </Button>
  )
}
