import { always, itself, type LiveNoun } from '../../ground/http/live-noun.ts'
import { patientsWithIds } from './queries.ts'

export const live: LiveNoun = {
  records: [
    {
      noun: 'patient',
      kinds: ['patient'],
      scopesOf: ({ id }) => [`patient:${id}`],
      read: async (db, ids) =>
        (await patientsWithIds(db, ids)).map((patient) => ({
          record: patient,
          patientId: patient.id,
          scopes: [`patient:${patient.id}`],
        })),
    },
  ],
  stale: {
    patients: {
      patient: always,
      'record-access': always,
      'patients-added': always,
      'patients-removed': always,
    },
    // Parts of it show only where the record is open.
    patient: { 'record-access': itself, 'patients-removed': always },
    // They count today's appointments too.
    'patient-figures': {
      patient: always,
      appointment: always,
      'appointments-imported': always,
      'patients-added': always,
      'patients-removed': always,
    },
  },
}
