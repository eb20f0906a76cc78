import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import type { PatientIdentity } from '../../../../contract/people/patients.ts'
import { patientName } from '../../../ground/ui/format.ts'

/**
 * 'RAO, Asha', or other words, leading to the record. A plain link: a board of 1,000 can't afford a router's
 * subscription in each.
 */
export function RecordLink({
  patient,
  className,
  label,
  children,
}: {
  patient: PatientIdentity
  className: string | undefined
  /** For a screen reader, when the words alone don't name the patient. */
  label?: string
  children?: ReactNode
}) {
  const router = useRouter()
  const href = `/patients/${patient.id}`

  function follow(event: MouseEvent) {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.history.push(href)
  }

  return (
    <a className={className} href={href} aria-label={label} onClick={follow}>
      {children ?? <bdi>{patientName(patient)}</bdi>}
    </a>
  )
}
