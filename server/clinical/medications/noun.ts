import { always, where } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { medicationRoutes } from './routes.ts'

export const medications = {
  routes: medicationRoutes,
  constraints: {
    medication_ends_after_start: {
      code: 'invalid_input',
      detail: 'The end can’t be before the start',
      path: 'endsOn',
    },
    medication_stopped_once: {
      code: 'medication_stopped',
      detail: 'This medication has already been stopped.',
    },
  },
  live: {
    stale: {
      'patient-medications': {
        medication: ({ told }) => told.patient ?? [],
        // The store issued something to the patient or took it back.
        'stock-movement': ({ told }) => told.patient ?? [],
        staff: where('named'),
      },
      prescriptions: {
        medication: always,
        patient: where('identity'),
        staff: where('named'),
        // The list says in which bed a patient is.
        admission: always,
        bed: where('renamed'),
        unit: where('named'),
      },
    },
  },
} satisfies Noun
