import type { ReactNode } from 'react'
import type { Patient } from '../../../contract/people/patients.ts'
import { OpenUntil } from '../../people/patients/restricted/OpenUntil.tsx'
import { RestrictedGate } from '../../people/patients/restricted/RestrictedGate.tsx'
import { ClosedRecord } from './ClosedRecord.tsx'

/** A restricted record, with the notice that stands above it while it is open, or in its place while it is closed. */
export function RestrictedRecord({
  patient,
  children,
}: {
  patient: Patient
  children: (isOpen: boolean, notice: ReactNode) => ReactNode
}) {
  return (
    <RestrictedGate patient={patient}>
      {({ isOpen, until }) =>
        isOpen
          ? children(true, until && <OpenUntil until={until} />)
          : children(false, <ClosedRecord patient={patient} />)
      }
    </RestrictedGate>
  )
}
