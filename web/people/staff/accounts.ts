import { queryOptions, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  editStaffMember,
  listStaff,
  mostListedStaff,
  readStaffMember,
  type StaffMember,
} from '../../../contract/people/staff.ts'
import { api } from '../../ground/client/api.ts'
import { following } from '../../ground/client/live/following.ts'
import { applyAnswer } from '../../ground/client/live/own-writes.ts'
import { listed } from '../../ground/client/live/record-events.ts'

/** Accounts, as administrators read and change them. They are not in queries.ts because every screen loads that. */

/** The first accounts by name, or of a search. */
function staffQuery(search = '') {
  return queryOptions({
    queryKey: ['staff', 'list', search],
    ...following(
      ['staff'],
      (options) => api(listStaff, { query: search ? { search } : {} }, options),
      listed<StaffMember>(),
    ),
  })
}

function memberQuery(id: string) {
  return queryOptions({
    queryKey: ['staff', 'member', id],
    ...following(['staff'], (options) => api(readStaffMember, { params: { id } }, options)),
  })
}

/** The accounts with these ids that are missing from a list that was too long. */
export function useUnlistedStaff(list: readonly StaffMember[] | undefined, ids: readonly string[]) {
  const isWhole = (list?.length ?? 0) < mostListedStaff
  const missing = isWhole ? [] : ids.filter((id) => !list?.some((one) => one.id === id))
  return useQueries({ queries: missing.map(memberQuery) }).flatMap(({ data }) => data ?? [])
}

/**
 * Accounts for a search that the screen makes itself, as long as they fit into one list; where there are more, for one that
 * the server makes.
 */
export function useStaff(search: string, { enabled = true } = {}) {
  const first = useQuery({ ...staffQuery(), enabled })
  const hasMore = (first.data?.length ?? 0) >= mostListedStaff
  const sought = useQuery({ ...staffQuery(search), enabled: enabled && hasMore && search !== '' })
  return { first, hasMore, staff: hasMore && search ? sought : first }
}

/** Offers or withdraws roles, deactivates or reactivates, says a doctor’s clinic, room, specialty and registration number; refused (412) if somebody else changed the account since. */
export function useEditStaffMember() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({
      member,
      ...change
    }: {
      member: StaffMember
      offeredRoles?: string[] | undefined
      active?: boolean | undefined
      clinicId?: string | null | undefined
      room?: string | null | undefined
      specialty?: string | null | undefined
      registrationNumber?: string | null | undefined
    }): Promise<StaffMember> =>
      api(
        editStaffMember,
        {
          params: { id: member.id },
          body: { offeredRoles: member.offeredRoles, active: member.active, ...change },
        },
        { version: member.version },
      ),
    onSuccess: (saved) => applyAnswer(queryClient, saved, { staff: () => true }),
  })
}
