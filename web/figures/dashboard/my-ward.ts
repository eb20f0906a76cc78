import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { chooseShiftWard, chooseWard, leaveShiftWard, type Me } from '../../../contract/people/staff.ts'
import { api } from '../../ground/client/api.ts'
import { sentenceOf } from '../../ground/records/failures.ts'
import { meQuery, useMe } from '../../ground/sign-in/account.ts'
import { hospitalNow } from '../../ground/sign-in/hospital-clock.ts'
import { toast } from '../../ground/ui/toast.tsx'
import type { Place } from '../../wards/beds-and-admissions/public.ts'

/** A choice of the usual ward, or of that of a shift; without a place, the shift has the usual one again. */
interface Chosen {
  shiftId?: string | undefined
  place?: Place | undefined
}

function send({ shiftId, place }: Chosen): Promise<Me> {
  const body = { ward: place?.ward ?? null, unitId: place?.unit ?? null }
  if (!shiftId) return api(chooseWard, { body })
  const params = { id: shiftId }
  return place ? api(chooseShiftWard, { params, body }) : api(leaveShiftWard, { params })
}

/** Saves a choice at once. It is shown while it is being saved. */
export function useSaveWard() {
  const queryClient = useQueryClient()
  return useMutation({
    // One after the other, so that the last choice is the one that is kept.
    scope: { id: 'ward' },
    mutationFn: send,
    onSuccess: (saved) => queryClient.setQueryData(meQuery.queryKey, saved),
    onError: (error) => toast.error(sentenceOf(error, 'Ward not saved', 'The ward was not saved')),
  })
}

/** The place of an account's usual ward, or of that of a shift. */
export function placeOf({ ward, unitId }: Pick<Me, 'ward' | 'unitId'>): Place {
  return { ward: ward ?? undefined, unit: unitId ?? undefined }
}

/** How soon the account is read again at most, in milliseconds, where it can't be read. */
const soonest = 5000

/** The ward that is shown, and whose high scores are notified: that of the shift which is on, or the usual one. */
export function useMyWard() {
  const me = useMe()
  const save = useSaveWard()
  const { shiftNow, shiftNowUntil } = me
  useQuery({
    ...meQuery,
    // A shift begins or ends, behind another tab too.
    refetchIntervalInBackground: true,
    refetchInterval: shiftNowUntil
      ? () => Math.max(soonest, Date.parse(shiftNowUntil) - hospitalNow() + soonest)
      : false,
  })
  // During an update the version before may answer, which knows no shifts.
  const shift = shiftNow ? me.shiftWards.find(({ shiftId }) => shiftId === shiftNow) : undefined
  return {
    place: save.isPending ? (save.variables.place ?? placeOf(me)) : placeOf(shift ?? me),
    shift,
    choose: (place: Place) => save.mutate({ shiftId: shift?.shiftId, place }),
  }
}
