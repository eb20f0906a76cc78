import { Button, type ButtonProps } from '@mantine/core'
import { focusContent } from '../focus.ts'

/** Shows everything again. It is gone once it is pressed, and whoever works by keyboard is not to be gone with it. */
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
