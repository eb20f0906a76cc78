import { expect, test } from 'vitest'
import { may, permissions, roles } from './permissions.ts'

// Written out a second time, so that a role that is gained or lost by mistake is seen.
const table = `
  dashboard.view          admin doctor receptionist inventory_manager
  patient.view            admin doctor receptionist
  patient.edit            admin        receptionist
  allergy.report                doctor receptionist
  allergy.confirm               doctor
  patient.delete          admin
  patient.takeBackDeath   admin
  clinical.view           admin doctor
  clinical.observe              doctor
  clinical.prescribe            doctor
  clinical.diagnose             doctor
  clinical.write                doctor
  formulary.manage        admin
  appointment.view        admin doctor receptionist
  appointment.book        admin doctor receptionist
  appointment.cancel      admin doctor receptionist
  appointment.reschedule  admin        receptionist
  appointment.queue       admin        receptionist
  appointment.treat             doctor
  appointment.notHere     admin doctor receptionist
  bed.view                admin doctor receptionist
  bed.admit               admin doctor receptionist
  bed.edit                admin
  bed.maintain            admin        receptionist
  inventory.view          admin        receptionist inventory_manager
  inventory.availability  admin doctor receptionist inventory_manager
  inventory.change        admin                     inventory_manager
  inventory.dispense      admin                     inventory_manager
  staff.manage            admin
  audit.view              admin
  demoRequest.manage      admin
  waitingRoom.show`

test('who may do what', () => {
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const held = permissions.map((permission) => [permission, ...roles.filter((role) => may(role, permission))])
  expect(held).toEqual(rows)
})

test('somebody without a role may do nothing', () => {
  expect(permissions.filter((permission) => may(null, permission))).toEqual([])
})
