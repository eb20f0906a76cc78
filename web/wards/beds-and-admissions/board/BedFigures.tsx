import { memo } from 'react'
import { type Bed } from '../../../../contract/wards/beds.ts'
import { occupancyOf } from '../../../../contract/wards/wards.ts'
import { StatCardLink } from '../../../ground/links/StatCardLink.tsx'
import { countOf, formatNumber } from '../../../ground/ui/format.ts'
import classes from './Beds.module.css'
import { type BedsSearch, noFilters } from './beds-search.ts'

/** The figures of the whole hospital, or of one ward; each leads to the beds that it counts. `beds` is undefined while they load. */
export const BedFigures = memo(function BedFigures({
  beds,
  place,
  isMissing,
}: {
  beds: readonly Bed[] | undefined
  /** The ward whose beds these are; undefined for all. */
  place: Pick<BedsSearch, 'ward' | 'unit'> | undefined
  isMissing: boolean
}) {
  const occupancy = beds && occupancyOf(beds)
  const cleaned = beds?.filter(({ status }) => status === 'MAINTENANCE').length ?? 0
  const wardCount = new Set(beds?.map(({ unitId }) => unitId)).size

  return (
    <div className={classes.figures}>
      <div className={classes.strip}>
        <StatCardLink
          to="/beds"
          search={{ ...noFilters, ...place }}
          resetScroll={false}
          label="Total Beds"
          figure={occupancy && formatNumber(occupancy.total)}
          note={
            beds && (place ? `In ${beds[0]?.unitName ?? 'this ward'}` : `In ${countOf(wardCount, 'ward')}`)
          }
          isMissing={isMissing}
        />
        <StatCardLink
          to="/beds"
          search={{ ...place, status: 'AVAILABLE' }}
          resetScroll={false}
          label="Available Beds"
          figure={occupancy && formatNumber(occupancy.available)}
          note="Ready for a patient"
          isMissing={isMissing}
        />
        <StatCardLink
          to="/beds"
          search={{ ...place, status: 'OCCUPIED' }}
          resetScroll={false}
          label="Occupied Beds"
          figure={occupancy && formatNumber(occupancy.occupied)}
          note={occupancy && `${occupancy.percentOccupied}% occupancy`}
          isMissing={isMissing}
        />
        <StatCardLink
          to="/beds"
          search={{ ...place, status: 'MAINTENANCE' }}
          resetScroll={false}
          label="Under Maintenance"
          figure={occupancy && formatNumber(occupancy.maintenance)}
          note={
            beds && (cleaned > 0 ? 'Can’t be used right now' : beds.length > 0 && 'Every bed can be used')
          }
          isMissing={isMissing}
        />
      </div>
    </div>
  )
})
