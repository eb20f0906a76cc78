import { AnchorLink } from '../../../ground/links/links.tsx'
import { useMay } from '../../../ground/sign-in/account.ts'

/** Where no place is free: leads to the wait list, with the form filled in. What was typed here is kept. */
export function WaitLink({ of }: { of: { patientId?: string; doctorId: string; date: string } }) {
  const { patientId, doctorId: doctor, date } = of
  if (!useMay()('appointment.book')) return null
  return (
    <AnchorLink
      to="/wait-list"
      search={{ add: true, doctor, date, ...(patientId && { patient: patientId }) }}
      size="sm"
    >
      Add to wait list
    </AnchorLink>
  )
}
