import { always, type LiveNoun } from '../../ground/http/live-noun.ts'
import { patientsWithIds } from './queries.ts'

export const live: LiveNoun = {
  records: [
    {
      noun: 'patient',
      kinds: ['patient'],
      touched: ({ id }) => [`patient:${id}`],
      read: async (db, ids) =>
        (await patientsWithIds(db, ids)).map((patient) => ({
          record: patient,
          patientId: patient.id,
          scopes: [`patient:${patient.id}`],
        })),
    },
  ],
  stale: {
    patients: { patient: always },
    // They count today's appointments too.
    'patient-figures': { patient: always, appointment: always },
  },
}
