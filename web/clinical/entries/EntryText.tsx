import type { ReactNode } from 'react'
import type { Struck } from '../../../contract/clinical/entries.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { useSite } from '../../ground/sign-in/account.ts'
import { formatMoment } from '../../ground/ui/format.ts'
import classes from './EntryText.module.css'
import { StruckWords } from './StruckWords.tsx'

export interface EntryWords {
  what: ReactNode
  /** Badges beside it. */
  marks?: ReactNode
  /** Below it, each in a line. */
  details?: readonly ReactNode[]
  /** True for what reception or the store recorded; the rest doctors did. */
  isByOthers?: boolean
  /** Buttons, of what counts alone. */
  actions?: ReactNode
}

/** The time and recorder of an entry, and its strike-through if it was made in error. */
export interface EntryTrace {
  recordedAt: string
  recordedBy: string
  struck: Struck | null
}

/** An entry as a line of a list says it, with who recorded it; one that was struck through is shown so. */
export function EntryText({
  words: { what, marks, details, isByOthers },
  trace,
}: {
  words: EntryWords
  trace?: EntryTrace | undefined
}) {
  const { timeZone } = useSite()
  return (
    <div className={classes.words}>
      <div className={classes.what}>
        <span className={trace?.struck ? classes.struck : classes.name}>{what}</span>
        {!trace?.struck && marks}
      </div>
      {details?.map(
        (detail, place) =>
          detail && (
            // oxlint-disable-next-line react/no-array-index-key -- lines of one entry keep their order
            <div key={place} className={classes.detail}>
              {detail}
            </div>
          ),
      )}
      {trace && (
        <div className={classes.trace}>
          {trace.struck ? (
            <StruckWords struck={trace.struck} />
          ) : (
            <>
              <bdi>{isByOthers ? trace.recordedBy : doctorName(trace.recordedBy)}</bdi>,{' '}
              {formatMoment(trace.recordedAt, timeZone)}
            </>
          )}
        </div>
      )}
    </div>
  )
}
