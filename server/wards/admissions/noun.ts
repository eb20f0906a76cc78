import { always, itself, where } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { bedChangeRoutes } from './bed-changes.ts'
import { admissionRoutes } from './routes.ts'

export const admissions = {
  routes(app) {
    admissionRoutes(app)
    bedChangeRoutes(app)
  },
  live: {
    stale: {
      admission: {
        admission: itself,
        patient: where('identity'),
        staff: where('named'),
        bed: where('renamed'),
        unit: where('named'),
        'record-access': always,
      },
      'patient-admissions': {
        admission: ({ told }) => told.patient ?? [],
        patient: itself,
        'record-access': itself,
        staff: where('named'),
        bed: where('renamed'),
        unit: where('named'),
      },
      admissions: {
        admission: always,
        'record-access': always,
        patient: where('identity'),
        staff: where('named'),
        bed: where('renamed'),
        unit: where('named'),
      },
    },
  },
  constraints: {
    admission_needs_active_doctor: {
      code: 'invalid_input',
      detail: 'This doctor can’t be chosen. Choose another.',
    },
    stay_one_per_bed: {
      code: 'bed_occupied',
      detail: 'Another patient is in this bed at that time. Choose another bed.',
    },
    admission_one_at_a_time: {
      code: 'patient_already_admitted',
      detail: 'The patient was in the hospital at that time already.',
    },
    stay_sex_rule_has_reason: {
      code: 'ward_for_other_sex',
      detail: 'This ward is for the other sex. Say why the patient is placed there.',
      path: 'sexRuleReason',
    },
    stay_one_per_admission: { code: 'conflict', detail: 'The patient was in another bed at that time.' },
    stay_open_needs_usable_bed: {
      code: 'bed_not_available',
      detail: 'This bed is in maintenance, in use, or has been removed.',
    },
    stay_bed_id_fkey: { code: 'bed_not_available', detail: 'This bed has been removed.' },
    stay_open_needs_active_admission: {
      code: 'admission_closed',
      detail: 'The patient has already been discharged.',
    },
    admission_one_active_per_patient: {
      code: 'patient_already_admitted',
      detail: 'The patient is already in a bed. Transfer them instead.',
    },
    admission_active_needs_patient: {
      code: 'patient_has_active_admission',
      detail: 'This patient is admitted. Discharge them first.',
    },
    admission_discharged_after_admission: {
      code: 'invalid_input',
      detail: 'The discharge can’t be before the admission.',
    },
    admission_summary_after_discharge: {
      code: 'not_discharged',
      detail: 'The patient is still admitted. Discharge them first.',
    },
    admission_summary_signed_once: {
      code: 'summary_signed',
      detail: 'The discharge summary has already been signed.',
    },
    stay_ends_after_start: {
      code: 'invalid_input',
      detail: 'The discharge can’t be before the patient came to this bed.',
    },
  },
} satisfies Noun
