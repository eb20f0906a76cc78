import { expect } from 'vitest'
import type { z } from 'zod'
import { type MedicationForm, prescribeMedication } from '../../contract/clinical/medications.ts'
import { editSettings, readSettings } from '../../contract/hospital/settings.ts'
import type { CountersignedAct } from '../../contract/people/countersignatures.ts'
import { password, type StaffClient, type TestApp } from './app.ts'
import { type Answer, ifMatch } from './client.ts'
import { metformin } from './factories/medications.ts'
import { givenPatient } from './factories/patients/patients.ts'
import { type Asked, securityKey } from './security-key.ts'

type Order = z.input<typeof MedicationForm>
export const amoxicillin = {
  ...metformin,
  name: 'Amoxicillin 500 mg',
  allergyReason: 'Had it twice since, without a reaction',
} satisfies Order

interface Signing {
  endpoint: string
  id: string
  body: object
  words: string
}

export const idOf = ({ body, text, status }: Answer) => {
  expect(status, text).toBe(200)
  return (body as { id: string }).id
}

const postTo = (app: TestApp) => (by: { cookie: string }, path: string, body: object) =>
  app.visitor.send('POST', `/api/auth/${path}`, { body, headers: { cookie: by.cookie } })

/** Gives somebody a passkey, and answers the key that has it. */
export async function givenPasskey(app: TestApp, owner: StaffClient) {
  const key = securityKey({ origin: app.url })
  const post = postTo(app)
  const options = await post(owner, 'passkey/add-options', { password })
  const added = await post(owner, 'passkey/add', { name: 'My phone', made: key.make(options.body as Asked) })
  return { ...key, id: idOf(added) }
}

/** A hospital where the nurse countersigns the acts of the doctor. */
export function countersigning(
  app: TestApp,
  { admin, desk, doctor, nurse }: Record<'admin' | 'desk' | 'doctor' | 'nurse', StaffClient>,
) {
  const post = postTo(app)

  const prescribe = (patient: { id: string }, body: Order = amoxicillin, by = doctor) =>
    by.call(prescribeMedication, { params: { id: patient.id }, body })

  return {
    post,
    prescribe,

    async want(...countersignedActs: CountersignedAct[]) {
      const { body: settings } = await admin.call(readSettings)
      const answer = await admin.call(editSettings, { body: { countersignedActs } }, ifMatch(settings))
      expect(answer.status, answer.text).toBe(200)
    },

    allergic: () => givenPatient(desk, { allergies: 'Penicillin (rash)' }),

    sign: (act: Signing, who: object = {}, by: { cookie: string } = doctor) =>
      post(by, 'countersign', { ...act, email: nurse.email, password, ...who }),

    /** An override that was refused, as the second person is going to read it. */
    async override(patient: { id: string }, body: Order = amoxicillin): Promise<Signing> {
      const { problem } = await prescribe(patient, body)
      expect(problem).toMatchObject({ status: 409, code: 'countersignature_needed' })
      return { endpoint: 'prescribeMedication', id: patient.id, body, words: problem.act ?? '' }
    },
  }
}
