import type { ComponentProps } from 'react'
import { appointmentTypeNames, appointmentTypes } from '../../../../contract/front-desk/appointments.ts'
import { Choice } from '../../../ground/ui/form/Choice.tsx'

const types = appointmentTypes.map((value) => ({ value, label: appointmentTypeNames[value] }))

/** General, follow-up, specialist or emergency. */
export function TypeField(props: Omit<ComponentProps<typeof Choice>, 'data'>) {
  return <Choice label="Type" placeholder="Choose a type" data={types} {...props} />
}
