import type * as unitChanges from '../../../../contract/wards/unit-changes.ts'
import type * as units from '../../../../contract/wards/units.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, idIn, one, type People, patientsIn } from '../../example.ts'
import { admit } from '../../factories/admissions.ts'
import { givenBed } from '../../factories/beds.ts'
import { givenUnit, unitForm } from '../../factories/units.ts'

export function examples({
  admin,
  doctor,
  receptionist: desk,
}: People): Examples<typeof units & typeof unitChanges> {
  const bedWithPatient = async (unitId: string | null = null) => {
    const bed = await givenBed(admin, { unitId })
    return (await admit(desk, { bedId: bed.id, doctorId: doctor.id })).body
  }
  return {
    listUnits: async () => example(desk),
    listBedsOfUnit: async () => {
      const unit = await givenUnit(admin)
      await bedWithPatient(unit.id)
      return example(desk, one(unit), { patients: patientsIn, subject: unit.id })
    },
    addUnit: async () => example(admin, { body: unitForm() }, { subject: idIn }),
    editUnit: async () => {
      const unit = await givenUnit(admin)
      const body = { name: `${unit.name} again`, floor: '3' }
      return example(admin, { ...one(unit), body }, { subject: unit.id, ...ifMatch(unit) })
    },
    moveBeds: async () => {
      const [unit, { bedId, patientId }] = [await givenUnit(admin), await bedWithPatient()]
      const body = { bedIds: [bedId] }
      return example(admin, { ...one(unit), body }, { patients: [patientId], subject: unit.id })
    },
    mergeUnit: async () => {
      const [from, into] = [await givenUnit(admin), await givenUnit(admin)]
      return example(admin, { ...one(from), body: { intoId: into.id } }, { subject: from.id })
    },
    closeUnit: async () => {
      const unit = await givenUnit(admin)
      return example(admin, one(unit), { subject: unit.id })
    },
  }
}

let made = 0
export const edits: Edits = {
  editUnit: () => ({
    name: `Ward ${made++} West`,
    department: 'Medicine',
    floor: 'Second floor',
    phone: '020 7946 0958',
    cleanedByStaff: false,
    sexRule: 'FEMALE',
  }),
}
