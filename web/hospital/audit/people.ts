import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { fullName } from '../../ground/ui/format.ts'
import { useStaff, useUnlistedStaff } from '../../people/staff/public.ts'

/**
 * For a choice among everybody who has an account; `chosen` have their names even if there are too many to list. If
 * loading fails, it says so, and opening it tries again.
 */
export function usePeople(...chosen: readonly (string | null | undefined)[]) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const { first: staff, staff: found } = useStaff(search)
  const unlisted = useUnlistedStaff(
    staff.data,
    chosen.filter((id) => typeof id === 'string'),
  )
  const known = [...(staff.data ?? []), ...(found.data ?? []), ...unlisted]
  const people = new Map(known.map((one) => [one.id, one]))
  return {
    data: [...people.values()].map((one) => ({ value: one.id, label: fullName(one) || one.email })),
    onSearchChange: setTyped,
    isLoading: staff.isPending,
    error: staff.isLoadingError && 'The staff could not be loaded. Open the list to try again.',
    onDropdownOpen() {
      if (staff.isLoadingError) void staff.refetch()
    },
  }
}
