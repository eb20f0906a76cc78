import type { ReactNode } from 'react'
import type { Admission } from '../../../../contract/wards/admissions.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { formatMoment } from '../../../ground/ui/format.ts'
import classes from './Admission.module.css'

/** The time of an event. If it was entered later, who entered it and when stand below. */
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
