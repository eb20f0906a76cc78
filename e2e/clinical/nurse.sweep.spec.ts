import { dear, test } from '../people.ts'
import { workAShift } from './nurse-shift.ts'

test('a shift of a nurse, 1440 px wide', async ({ browser }) => {
  dear('four people, and a patient’s whole stay')
  await workAShift(browser, 1440)
})
