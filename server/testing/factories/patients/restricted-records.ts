import {
  editRestriction,
  openRecord,
  readRestriction,
} from '../../../../contract/people/restricted-records.ts'
import { type Client, ifMatch } from '../../client.ts'

/** Restricts a patient's record, with these people on its list. */
export async function restrict(admin: Client, patient: { id: string }, readerIds: string[] = []) {
  const params = { id: patient.id }
  const before = (await admin.call(readRestriction, { params })).body
  const answer = await admin.call(
    editRestriction,
    { params, body: { isRestricted: true, readerIds } },
    ifMatch(before),
  )
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body
}

/** Gives a reason for opening a restricted record. */
export function open(somebody: Client, patient: { id: string }, reason = 'Called to the patient at night') {
  return somebody.call(openRecord, { params: { id: patient.id }, body: { reason } })
}
