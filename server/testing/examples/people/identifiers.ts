import type * as systems from '../../../../contract/people/identifier-systems.ts'
import {
  editIdentifierSystem,
  listIdentifierSystems,
} from '../../../../contract/people/identifier-systems.ts'
import type * as identifiers from '../../../../contract/people/identifiers.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, idIn, one, type People } from '../../example.ts'
import {
  givenIdentifier,
  givenSystem,
  newIdentifier,
  systemForm,
} from '../../factories/patients/identifiers.ts'
import { givenPatient } from '../../factories/patients/patients.ts'

let made = 0
const newName = () => `Example ${made++}`

export function examples({
  admin,
  doctor,
  receptionist: desk,
}: People): Examples<typeof identifiers & typeof systems> {
  const allSystems = async () => (await admin.call(listIdentifierSystems)).body
  /** The system of the identifiers of all examples. */
  let used: Promise<{ id: string }> | undefined
  /** A hospital has few in use, and examples are called often: those of earlier ones are retired. */
  async function makeRoom() {
    const earlier = (await allSystems()).filter(
      ({ name, isRetired }) => !isRetired && /^Example \d/.test(name),
    )
    for (const system of earlier)
      await admin.call(editIdentifierSystem, { ...one(system), body: { isRetired: true } }, ifMatch(system))
  }
  async function held() {
    const [patient, { id }] = [await givenPatient(desk), await (used ??= givenSystem(admin))]
    const identifier = await givenIdentifier(desk, patient, id)
    return { identifier, about: { patients: [patient.id], subject: identifier.id } }
  }
  return {
    listIdentifierSystems: async () => example(desk),
    addIdentifierSystem: async () => {
      await makeRoom()
      return example(admin, { body: systemForm({ name: newName() }) }, { subject: idIn })
    },
    editIdentifierSystem: async () => {
      await makeRoom()
      const edited = await givenSystem(admin, { name: newName() })
      const body = { pattern: '### ###', checkDigit: 'LUHN' }
      return example(admin, { ...one(edited), body }, { subject: edited.id, ...ifMatch(edited) })
    },
    listIdentifiers: async () => {
      const patient = await givenPatient(desk)
      return example(doctor, one(patient), { patients: [patient.id], subject: patient.id })
    },
    addIdentifier: async () => {
      const patient = await givenPatient(desk)
      const body = { systemId: (await (used ??= givenSystem(admin))).id, value: newIdentifier() }
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

export const edits: Edits = {
  editIdentifierSystem: () => ({
    name: newName(),
    kind: 'INSURANCE',
    pattern: '@@-######',
    checkDigit: 'MOD97',
    isExclusive: false,
    isRetired: false,
  }),
  editIdentifier: () => ({ value: newIdentifier() }),
}
