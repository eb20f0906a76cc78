import type { ReactNode } from 'react'
import type { Admission } from '../../../contract/admissions.ts'
import { useSite } from '../../session/account.ts'
import { formatMoment } from '../../ui/format.ts'
import classes from './Admission.module.css'

/** When something happened; beneath, by whom and when it was entered, where that was later. */
export function WithEntry({
  entered,
  children,
}: {
  entered: Admission['admissionEntered']
  children: ReactNode
}) {
  const { timeZone } = useSite()
  if (!entered) return children
  return (
    <>
      {children}
      <br />
      <span className={classes.quiet}>
        Entered {formatMoment(entered.at, timeZone)}
        {entered.by && (
          <>
            {' '}
            by <bdi>{entered.by}</bdi>
          </>
        )}
      </span>
    </>
  )
}
