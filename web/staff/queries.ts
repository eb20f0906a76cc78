import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Role } from '../../contract/permissions.ts'
import {
  type Doctor,
  editStaffMember,
  listDoctors,
  listStaff,
  type StaffMember,
} from '../../contract/staff.ts'
import { api } from '../client/api.ts'

export const staffQuery = queryOptions({
  queryKey: ['staff', 'list'],
  queryFn: ({ signal }) => api(listStaff, {}, { signal }),
})

/** Offers or withdraws roles, deactivates or reactivates; refused (412) if somebody else changed the account since. */
export function useEditStaffMember() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({
      member,
      ...change
    }: {
      member: StaffMember
      offeredRoles?: Role[]
      active?: boolean
    }): Promise<StaffMember> =>
      api(
        editStaffMember,
        {
          params: { id: member.id },
          body: { offeredRoles: member.offeredRoles, active: member.active, ...change },
        },
        { version: member.version },
      ),
    onSuccess: (saved) => {
      queryClient.setQueryData(staffQuery.queryKey, (list) =>
        list?.map((member) => (member.id === saved.id ? saved : member)),
      )
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['staff'] }),
  })
}

/** The doctors that patients can be booked with. */
export const doctorsQuery = queryOptions({
  queryKey: ['staff', 'doctors'],
  queryFn: ({ signal }): Promise<Doctor[]> => api(listDoctors, {}, { signal }),
  staleTime: 60_000,
})
