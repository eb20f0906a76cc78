import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import classes from './DoctorChoice.module.css'
import { doctorChoices, everybody } from './doctor-choices.ts'
import { doctorsQuery } from './queries.ts'

/** Filters a list by doctor; all of them where none is chosen. */
export function DoctorChoice({
  chosen,
  onChange,
}: {
  chosen: string | undefined
  onChange: (doctorId: string | undefined) => void
}) {
  const doctors = useQuery(doctorsQuery).data
  const choices = useMemo(() => doctorChoices(doctors ?? [], chosen), [doctors, chosen])
  return (
    <Choice
      aria-label="Filter by doctor"
      className={classes.doctor}
      data={choices}
      value={chosen ?? everybody}
      onChange={(value) => value && onChange(value === everybody ? undefined : value)}
    />
  )
}
