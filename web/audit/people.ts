import { useQuery } from '@tanstack/react-query'
import { staffQuery } from '../staff/public.ts'
import { fullName } from '../ui/format.ts'

/** For a choice among everybody who has an account. Where they could not be loaded it says so, and opening it tries again. */
export function usePeople() {
  const staff = useQuery(staffQuery)
  return {
    data: (staff.data ?? []).map((one) => ({ value: one.id, label: fullName(one) || one.email })),
    isLoading: staff.isPending,
    error: staff.isLoadingError && 'The staff could not be loaded. Open the list to try again.',
    onDropdownOpen() {
      if (staff.isLoadingError) void staff.refetch()
    },
  }
}
