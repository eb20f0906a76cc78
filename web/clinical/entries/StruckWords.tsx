import type { Struck } from '../../contract/clinical/entries.ts'
import { doctorName } from '../../contract/staff.ts'
import { useSite } from '../session/account.ts'
import { formatMoment } from '../ui/format.ts'

/** Says that an entry was made in error: why, who marked it, and when. */
export function StruckWords({ struck }: { struck: Struck }) {
  const { timeZone } = useSite()
  return (
    <>
      Entered in error: <bdi>{struck.reason}</bdi> (<bdi>{doctorName(struck.by)}</bdi>,{' '}
      {formatMoment(struck.at, timeZone)})
    </>
  )
}
