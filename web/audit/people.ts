import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useStaff } from '../staff/public.ts'
import { fullName } from '../ui/format.ts'

/** For a choice among everybody who has an account. Where they could not be loaded it says so, and opening it tries again. */
export function usePeople() {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const { first: staff, staff: found } = useStaff(search)
  const people = new Map([...(staff.data ?? []), ...(found.data ?? [])].map((one) => [one.id, one]))
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
