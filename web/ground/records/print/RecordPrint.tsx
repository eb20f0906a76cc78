import type { ReactNode } from 'react'
import { useMe, useSite } from '../../sign-in/account.ts'
import { hospitalNow } from '../../sign-in/hospital-clock.ts'
import { useLogo } from '../../sign-in/logo.ts'
import { formatMoment, fullName } from '../../ui/format.ts'
import { PrintPage } from '../../ui/print/PrintPage.tsx'

/** A print of records, with this hospital's name, the signed-in user's name and the time. */
export function RecordPrint(page: {
  title: string
  /** The patient or record that the print is about, at the head of every sheet. */
  identity?: ReactNode
  intro?: ReactNode
  children: ReactNode
}) {
  const site = useSite()
  const logo = useLogo()
  const me = useMe()
  return (
    <PrintPage
      {...page}
      hospital={{ name: site.hospitalName, logo, reachedBy: [site.address, site.phone, site.email] }}
      printedBy={fullName(me) || me.email}
      printedAt={formatMoment(new Date(hospitalNow()), site.timeZone)}
    />
  )
}
