import { expect, test } from 'vitest'
import { listPatientAppointments } from '../../../../contract/front-desk/appointments.ts'
import { refuse } from '../../../testing/hospital.ts'
import { newId } from '../../../testing/records.ts'
import { hospitalFor, show } from '../../../testing/show.tsx'
import { MostRecentAppointment } from '../history/MostRecentAppointment.tsx'
import { useOwnVisit } from './own-visit.ts'

/** A record draws its profile, which reads the appointments too, once it knows whether there is a visit. */
function Record({ id }: { id: string }) {
  const { visit } = useOwnVisit(id)
  return visit === undefined ? (
    <p>Loading</p>
  ) : (
    <p>
      <MostRecentAppointment patientId={id} />
    </p>
  )
}

test('a record whose appointments can’t be read draws its profile once, and does not ask for them without end', async () => {
  const hospital = hospitalFor('doctor')
  hospital.answer(listPatientAppointments, () => refuse(403, 'forbidden', 'Not now.'))
  const screen = await show(<Record id={newId()} />, hospital)
  await expect.element(screen.getByText('Could not be loaded')).toBeVisible()
  const profile = screen.getByText('Could not be loaded').element()
  // The profile has asked once more by then.
  await expect.poll(() => hospital.sent(listPatientAppointments).length).toBe(2)
  await expect.element(screen.getByText('Could not be loaded')).toBeVisible()
  expect(profile.isConnected).toBe(true)
  expect(hospital.sent(listPatientAppointments)).toHaveLength(2)
})
