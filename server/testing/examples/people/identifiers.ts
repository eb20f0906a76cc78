import type * as systems from '../../../../contract/people/identifier-systems.ts'
import {
  editIdentifierSystem,
  listIdentifierSystems,
} from '../../../../contract/people/identifier-systems.ts'
import type * as identifiers from '../../../../contract/people/identifiers.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenIdentifier, givenSystem, newIdentifier, systemForm } from '../../factories/identifiers.ts'
import { givenPatient } from '../../factories/patients.ts'

export function examples({
  admin,
  doctor,
  receptionist: desk,
}: People): Examples<typeof identifiers & typeof systems> {
  const allSystems = async () => (await admin.call(listIdentifierSystems)).body
  /** A hospital has few in use, and examples are called often: one is edited, and one has the identifiers of all. */
  let few: Promise<{ edited: string; used: string }> | undefined
  const givenFew = async () => ({
    edited: (await givenSystem(admin)).id,
    used: (await givenSystem(admin)).id,
  })
  async function system(which: 'edited' | 'used') {
    few ??= givenFew()
    const id = (await few)[which]
    const found = (await allSystems()).find((one) => one.id === id)
    if (!found) throw new Error(`there is no ${which} system`)
    return found
  }
  async function makeRoom() {
    const kept = Object.values((await few) ?? {})
    for (const added of (await allSystems()).filter(({ id, isRetired }) => !isRetired && !kept.includes(id)))
      await admin.call(editIdentifierSystem, { ...one(added), body: { isRetired: true } }, ifMatch(added))
  }
  async function held() {
    const [patient, { id }] = [await givenPatient(desk), await system('used')]
    const identifier = await givenIdentifier(desk, patient, id)
    return { identifier, about: { patients: [patient.id], subject: identifier.id } }
  }
  return {
    listIdentifierSystems: async () => example(desk),
    addIdentifierSystem: async () => {
      await makeRoom()
      return example(admin, { body: systemForm() }, { subject: idIn })
    },
    editIdentifierSystem: async () => {
      const edited = await system('edited')
      const body = { pattern: '### ###', checkDigit: 'LUHN' }
      return example(admin, { ...one(edited), body }, { subject: edited.id, ...ifMatch(edited) })
    },
    listIdentifiers: async () => {
      const patient = await givenPatient(desk)
      return example(doctor, one(patient), { patients: [patient.id], subject: patient.id })
    },
    addIdentifier: async () => {
      const patient = await givenPatient(desk)
      const body = { systemId: (await system('used')).id, value: newIdentifier() }
      return example(desk, { ...one(patient), body }, { patients: [patient.id], subject: idIn })
    },
    editIdentifier: async () => {
      const { identifier, about } = await held()
      const body = { value: newIdentifier() }
      return example(desk, { ...one(identifier), body }, { ...about, ...ifMatch(identifier) })
    },
    endIdentifier: async () => {
      const { identifier, about } = await held()
      return example(desk, { ...one(identifier), body: { reason: 'The passport has expired' } }, about)
    },
  }
}

let made = 0
export const edits: Edits = {
  editIdentifierSystem: () => ({
    name: `Insurance ${made++}`,
    kind: 'INSURANCE',
    pattern: '@@-######',
    checkDigit: 'MOD97',
    isExclusive: false,
    isRetired: false,
  }),
  editIdentifier: () => ({ value: newIdentifier() }),
}
