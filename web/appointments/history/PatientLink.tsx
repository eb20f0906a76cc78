import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { PatientIdentity } from '../../../contract/patients.ts'
import { patientName } from '../../ui/format.ts'
import classes from '../board/Queue.module.css'

/** 'RAO, Asha', leading to the record. A plain link: a board of 300 can't afford a router's subscription in each. */
export function PatientLink({ patient }: { patient: PatientIdentity }) {
  const router = useRouter()
  const href = `/patients/${patient.id}`

  function follow(event: MouseEvent) {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.history.push(href)
  }

  return (
    <a className={classes.patient} href={href} onClick={follow}>
      <bdi>{patientName(patient)}</bdi>
    </a>
  )
}
