import { type Clinic, ClinicForm } from '../../../contract/people/clinics.ts'
import type { RecordFields } from '../../ground/records/edit/differences.ts'
import { typedForm } from '../../ground/records/form/typed.ts'

/** The form's values while it is filled in: rooms a line each. */
export interface ClinicValues {
  name: string
  department: string
  floor: string
  phone: string
  rooms: string
  booksFromHome: boolean
}

/** The rooms as they are typed or pasted, a line each. */
function roomsIn(typed: string): string[] {
  return typed
    .split(/[\r\n]+/)
    .map((room) => room.trim())
    .filter(Boolean)
}

export const clinicFields = {
  name: { label: 'Name' },
  department: { label: 'Department' },
  floor: { label: 'Floor' },
  booksFromHome: { label: 'Can be booked from home', words: (is) => (is ? 'Yes' : 'No') },
  phone: { label: 'Phone' },
  rooms: {
    label: 'Rooms',
    words: (typed) => roomsIn(typed).join(', '),
    same: (one, other) => roomsIn(one).join('\n') === roomsIn(other).join('\n'),
  },
} satisfies RecordFields<ClinicValues>

export function clinicValues(clinic?: Clinic): ClinicValues {
  return {
    name: clinic?.name ?? '',
    department: clinic?.department ?? '',
    floor: clinic?.floor ?? '',
    phone: clinic?.phone ?? '',
    rooms: clinic?.rooms.join('\n') ?? '',
    booksFromHome: clinic?.booksFromHome ?? false,
  }
}

export const clinicSchema = typedForm(
  ClinicForm,
  ({ rooms, ...values }: ClinicValues) => ({ ...values, rooms: roomsIn(rooms) }),
  () => [],
  ([field = '']) => [field],
)
