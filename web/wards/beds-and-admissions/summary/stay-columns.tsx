import type { Stay } from '../../../../contract/wards/admissions.ts'
import { formatMoment } from '../../../ground/ui/format.ts'
import type { PrintColumn } from '../../../ground/ui/print/PrintTable.tsx'
import { placeWords, wardReasonWords } from '../words.ts'

/** The beds of an admission on paper. */
export const stayColumns = (timeZone: string): PrintColumn<Stay>[] => [
  { header: 'Bed and ward', cell: placeWords },
  { header: 'From', cell: ({ from }) => formatMoment(from, timeZone), whole: true },
  { header: 'Until', cell: ({ until }) => (until ? formatMoment(until, timeZone) : 'Now'), whole: true },
  {
    header: 'Reason for transfer',
    cell: ({ reason, sexRuleReason }) => (
      <>
        {reason && <bdi>{reason}</bdi>}
        {sexRuleReason && (
          <div>
            <bdi>{wardReasonWords(sexRuleReason)}</bdi>
          </div>
        )}
      </>
    ),
  },
]
