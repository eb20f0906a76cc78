import type { Struck } from '../../../contract/clinical/entries.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { useSite } from '../../ground/sign-in/account.ts'
import { formatMoment } from '../../ground/ui/format.ts'

/** Says that an entry was made in error: why, who marked it, and when. */
export function StruckWords({ struck }: { struck: Struck }) {
  const { timeZone } = useSite()
  return (
    <>
      Entered in error: <bdi>{struck.reason}</bdi> (
      <bdi>{struck.isByDoctor ? doctorName(struck.by) : struck.by}</bdi>, {formatMoment(struck.at, timeZone)})
    </>
  )
}
