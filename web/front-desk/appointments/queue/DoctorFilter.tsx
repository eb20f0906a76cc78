import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Appointment } from '../../../../contract/front-desk/appointments.ts'
import { ListChoice } from '../../../ground/ui/list/ListChoice.tsx'
import { doctorChoices, doctorsQuery, everybody } from '../../../people/staff/public.ts'

/** Filters the board by doctor. */
export function DoctorFilter({
  appointments,
  chosen,
  className,
  onChange,
  defaultOpened = false,
}: {
  appointments: readonly Appointment[] | undefined
  chosen: string | undefined
  className?: string | undefined
  onChange: (doctorId: string | undefined) => void
  defaultOpened?: boolean
}) {
  const doctors = useQuery(doctorsQuery).data
  // A former doctor can still have appointments on the day.
  const choices = useMemo(
    () => doctorChoices([...(appointments ?? []).map(({ doctor }) => doctor), ...(doctors ?? [])], chosen),
    [doctors, appointments, chosen],
  )
  return (
    <ListChoice
      label="Filter by doctor"
      className={className}
      choices={choices}
      value={chosen ?? everybody}
      onChange={(value) => onChange(value === everybody ? undefined : value)}
      defaultOpened={defaultOpened}
    />
  )
}
