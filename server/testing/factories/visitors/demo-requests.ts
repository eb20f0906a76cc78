import type { RequestOf } from '../../../../contract/api/endpoint.ts'
import { requestDemo } from '../../../../contract/hospital/demo-requests.ts'
import type { Client } from '../../client.ts'

type Form = RequestOf<typeof requestDemo>['body']
let hospitals = 0

export function demoForm(changed: Partial<Form> = {}): Form {
  hospitals++
  return {
    name: 'Rosa Lindgren',
    hospital: `Harbour Clinic ${hospitals}`,
    email: `rosa${hospitals}@harbour.test`,
    phone: null,
    message: null,
    ...changed,
  }
}

export async function givenDemoRequest(by: Client, changed: Partial<Form> = {}): Promise<{ id: string }> {
  const answer = await by.call(requestDemo, { body: demoForm(changed) })
  if (answer.status !== 201)
    throw new Error(`Asking for a demo was answered with ${answer.status}: ${answer.text}`)
  return answer.body
}
