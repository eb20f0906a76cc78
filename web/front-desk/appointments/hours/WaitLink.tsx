import { AnchorLink } from '../../../ground/links/links.tsx'
import { useMay } from '../../../ground/sign-in/account.ts'

/** A link to the wait list for a day without a free place. It fills the form in, and keeps what was typed here. */
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
