import { fold } from '../../../fold.ts'
import { type AppointmentType, appointmentTypeNames } from '../../../front-desk/appointments.ts'
import { choicesOf, type KindFields } from './kind.ts'

const typeWords: Record<AppointmentType, readonly string[]> = {
  GENERAL: ['general', 'consultation', 'new', 'first', 'standard', 'opd'],
  FOLLOW_UP: ['followup', 'review', 'control', 'recheck', 'fu'],
  SPECIALIST: ['specialist', 'referral'],
  EMERGENCY: ['emergency', 'urgent'],
}

/** Future appointments. Patients are found by their numbers alone: a name could be another's. */
export const appointments: KindFields = {
  fields: {
    mrn: { name: 'MRN', words: ['mrn', 'medical record number', 'record number', 'patient mrn'] },
    doctor: {
      name: 'Doctor’s e-mail',
      isRequired: true,
      words: [
        'doctors e mail',
        'doctor s e mail',
        'doctor e mail',
        'doctor email',
        'doctor',
        'physician',
        'physician email',
        'consultant',
      ],
    },
    date: {
      name: 'Date',
      reads: 'DATE',
      isRequired: true,
      words: ['date', 'day', 'appointment date', 'visit date', 'appointment day'],
    },
    time: {
      name: 'Time',
      reads: 'TIME',
      isRequired: true,
      words: ['time', 'appointment time', 'visit time', 'start', 'start time', 'slot'],
    },
    type: {
      name: 'Type',
      isRequired: true,
      canBeConstant: true,
      choices: choicesOf(appointmentTypeNames),
      guess(typed) {
        const word = fold(typed).replace(/[^\p{L}\d]/gu, '')
        return (Object.entries(typeWords) as [AppointmentType, readonly string[]][]).find(([, words]) =>
          words.includes(word),
        )?.[0]
      },
      words: ['type', 'appointment type', 'visit type', 'kind'],
    },
    notes: {
      name: 'Notes',
      isJoined: 'LINES',
      words: ['notes', 'reason', 'remarks', 'comments', 'complaint', 'reason for visit'],
    },
  },
  identifiers: 'EXCLUSIVE',
  oneOf: { fields: ['mrn'], message: 'Choose the column of the MRN or of an exclusive identifier' },
}
