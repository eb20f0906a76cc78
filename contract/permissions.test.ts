import { expect, test } from 'vitest'
import { holderOf, may, permissions, roles } from './permissions.ts'

// Written out a second time, so that a role that is gained or lost by mistake is seen.
const table = `
  dashboard.view          admin doctor nurse pharmacist receptionist inventory_manager
  patient.view            admin doctor nurse pharmacist receptionist
  patient.edit            admin                         receptionist
  allergy.report                doctor nurse pharmacist receptionist
  allergy.confirm               doctor
  patient.export          admin doctor                  receptionist
  patient.copy            admin doctor
  patient.delete          admin
  patient.merge           admin
  patient.takeBackDeath   admin
  patient.restrict        admin
  clinical.view           admin doctor nurse pharmacist
  clinical.observe              doctor nurse
  clinical.respond              doctor
  clinical.prescribe            doctor
  clinical.diagnose             doctor
  clinical.write                doctor
  act.witness                   doctor nurse pharmacist
  formulary.manage        admin
  appointment.view        admin doctor                  receptionist
  appointment.book        admin doctor                  receptionist
  appointment.cancel      admin doctor                  receptionist
  appointment.reschedule  admin                         receptionist
  appointment.queue       admin                         receptionist
  appointment.treat             doctor
  appointment.notHere     admin doctor                  receptionist
  appointment.overbook    admin doctor                  receptionist
  schedule.edit           admin
  absence.record          admin doctor
  doctor.view             admin doctor nurse            receptionist
  bed.view                admin doctor nurse pharmacist receptionist
  bed.admit               admin doctor nurse            receptionist
  bed.edit                admin
  bed.maintain            admin        nurse            receptionist
  inventory.view          admin              pharmacist receptionist inventory_manager
  inventory.availability  admin doctor nurse pharmacist receptionist inventory_manager
  inventory.change        admin              pharmacist              inventory_manager
  inventory.dispense      admin              pharmacist              inventory_manager
  staff.manage            admin
  audit.view              admin
  hospital.export         admin
  demoRequest.manage      admin
  import.manage           admin
  waitingRoom.show`

test('who may do what', () => {
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const held = permissions.map((permission) => [
    permission,
    ...roles.filter((role) => may(holderOf(role), permission)),
  ])
  expect(held).toEqual(rows)
})

test('somebody without a role may do nothing', () => {
  expect(permissions.filter((permission) => may(null, permission))).toEqual([])
})
