import { daysAfter } from '../../../contract/days.ts'
import {
  WaitChange,
  type WaitEntry,
  WaitForm,
  type WaitPriority,
  waitPriorityNames,
} from '../../../contract/front-desk/wait-list.ts'
import type { RecordFields } from '../../ground/records/edit/differences.ts'
import { typedForm } from '../../ground/records/form/typed.ts'
import { dayWords } from '../../ground/ui/form/typed-day.ts'
import { formatTime } from '../../ground/ui/format.ts'

/** The form's values while it is filled in. */
export interface WaitValues {
  patientId: string
  clinicId: string
  doctorId: string
  firstDay: string
  lastDay: string
  fromTime: string
  toTime: string
  priority: string
  appointmentId: string
  note: string
}

type Name = (id: string) => string

/** The fields as a comparison with a colleague's change names them. */
export const waitFields = (clinic: Name, doctor: Name, appointment: Name) =>
  ({
    patientId: { label: 'Patient' },
    clinicId: { label: 'Clinic', words: clinic },
    doctorId: { label: 'Doctor', words: doctor },
    firstDay: { label: 'First day', words: dayWords },
    lastDay: { label: 'Last day', words: dayWords },
    fromTime: { label: 'From', words: formatTime },
    toTime: { label: 'Until', words: formatTime },
    priority: { label: 'Priority', words: (chosen) => waitPriorityNames[Number(chosen) as WaitPriority] },
    appointmentId: { label: 'Brings forward', words: appointment },
    note: { label: 'Note' },
  }) satisfies RecordFields<WaitValues>

export const blankWait = (
  today: string,
  {
    patient = '',
    doctor = '',
    clinic = '',
    date = today,
  }: Partial<Record<'patient' | 'doctor' | 'clinic' | 'date', string>>,
): WaitValues => ({
  patientId: patient,
  clinicId: clinic,
  doctorId: doctor,
  firstDay: date > today ? date : today,
  lastDay: daysAfter(date > today ? date : today, 30),
  fromTime: '',
  toTime: '',
  priority: '3',
  appointmentId: '',
  note: '',
})

export const waitValues = (entry: WaitEntry): WaitValues => ({
  patientId: entry.patientId,
  clinicId: entry.clinicId ?? '',
  doctorId: entry.doctorId ?? '',
  firstDay: entry.firstDay,
  lastDay: entry.lastDay,
  fromTime: entry.fromTime ?? '',
  toTime: entry.toTime ?? '',
  priority: String(entry.priority),
  appointmentId: entry.appointmentId ?? '',
  note: entry.note ?? '',
})

const read = ({ fromTime, toTime, priority, ...values }: WaitValues) => ({
  ...values,
  fromTime: fromTime || null,
  toTime: toTime || null,
  priority: Number(priority),
})

const typedDays = ({ firstDay, lastDay }: WaitValues) =>
  [
    ['firstDay', firstDay],
    ['lastDay', lastDay],
  ] as const

export const waitSchema = typedForm(WaitForm, read, typedDays)
export const waitChangeSchema = typedForm(
  WaitChange,
  (values: WaitValues) => {
    const { patientId: _, ...change } = read(values)
    // The version is that from which the edit began, which the form doesn’t hold.
    return { ...change, version: 1 }
  },
  typedDays,
)
