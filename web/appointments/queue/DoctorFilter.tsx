import { Choice } from '../../ui/form/Choice.tsx'
import classes from './OpdQueue.module.css'

export interface DoctorFilterProps {
  doctors: { value: string; label: string }[]
  value: string
  onChange: (doctorId: string) => void
}

/** Whose appointments are shown. */
export function DoctorFilter({
  doctors,
  value,
  onChange,
  defaultOpened,
}: DoctorFilterProps & { defaultOpened?: boolean }) {
  return (
    <Choice
      aria-label="Filter by doctor"
      className={classes.doctor}
      defaultDropdownOpened={defaultOpened}
      data={doctors}
      value={value}
      onChange={(chosen) => chosen && onChange(chosen)}
    />
  )
}
