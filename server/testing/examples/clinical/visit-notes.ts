import type * as visitNotes from '../../../../contract/clinical/visit-notes.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, idIn, one, type People } from '../../example.ts'
import {
  beginNote,
  givenLeftDraft,
  givenSignedNote,
  givenVisit,
  ofCough,
} from '../../factories/visit-notes.ts'

export function examples({ admin, doctor, receptionist: desk }: People): Examples<typeof visitNotes> {
  const draft = async () => (await beginNote(doctor, await givenVisit(desk, doctor))).body

  return {
    listVisitNotes: async () => {
      const { patientId } = await draft()
      return example(admin, one({ id: patientId }), { patients: [patientId], subject: patientId })
    },
    beginVisitNote: async () => {
      const { id, patientId } = await givenVisit(desk, doctor)
      return example(doctor, { ...one({ id }), body: ofCough }, { patients: [patientId], subject: idIn })
    },
    editVisitNote: async () => {
      const note = await draft()
      const body = { plan: 'Seen again on Friday' }
      const about = { patients: [note.patientId], subject: note.id, ...ifMatch(note) }
      return example(doctor, { ...one(note), body }, about)
    },
    signVisitNote: async () => {
      const { id, version, patientId } = await draft()
      return example(doctor, { ...one({ id }), body: { version } }, { patients: [patientId], subject: id })
    },
    takeOverVisitNote: async () => {
      const { id, patientId } = await givenLeftDraft(admin, desk)
      return example(doctor, one({ id }), { patients: [patientId], subject: id })
    },
    amendVisitNote: async () => {
      const { id, patientId } = await givenSignedNote(desk, doctor)
      const body = { text: 'The swab was negative.' }
      return example(doctor, { ...one({ id }), body }, { patients: [patientId], subject: idIn })
    },
    strikeVisitNote: async () => {
      const { id, patientId } = await givenSignedNote(desk, doctor)
      const body = { reason: 'Another patient was meant' }
      return example(doctor, { ...one({ id }), body }, { patients: [patientId], subject: id })
    },
  }
}

let made = 0
export const edits: Edits = {
  editVisitNote: () => ({
    reason: `Cough ${made++}`,
    findings: 'Chest clear',
    assessment: 'Bronchitis',
    plan: 'Rest',
  }),
}
