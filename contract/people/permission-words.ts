import type { Permission } from '../permissions.ts'

/** The acts that a role can allow, by area. The dashboard is not among them: every role has it. */
export const permissionAreas: readonly { area: string; acts: readonly (readonly [Permission, string])[] }[] =
  [
    {
      area: 'Patients',
      acts: [
        ['patient.view', 'Find and see patients'],
        ['patient.edit', 'Register and edit patients'],
        ['patient.export', 'Export and print the patient list'],
        ['patient.copy', 'Give a patient a copy of the whole record'],
        ['patient.delete', 'Delete patients'],
        ['patient.merge', 'Merge records of one patient'],
        ['patient.takeBackDeath', 'Take back a recorded death'],
      ],
    },
    {
      area: 'Clinical record',
      acts: [
        ['allergy.report', 'Report allergies'],
        ['clinical.view', 'See the clinical record'],
        ['clinical.observe', 'Record vital signs and acuity'],
        ['act.witness', 'Countersign as a second person'],
        ['formulary.manage', 'Manage the formulary'],
      ],
    },
    {
      area: 'Signed by doctors',
      acts: [
        ['allergy.confirm', 'Confirm allergies'],
        ['appointment.treat', 'See patients in consultations'],
        ['clinical.prescribe', 'Prescribe and stop medicines'],
        ['clinical.diagnose', 'Diagnose problems'],
        ['clinical.write', 'Write notes and discharge summaries'],
        ['clinical.respond', 'Answer high NEWS2 scores'],
      ],
    },
    {
      area: 'Queue and appointments',
      acts: [
        ['appointment.view', 'See the queue and appointments'],
        ['doctor.view', 'See the list of doctors'],
        ['appointment.book', 'Book appointments'],
        ['appointment.reschedule', 'Reschedule appointments'],
        ['appointment.cancel', 'Cancel appointments'],
        ['appointment.queue', 'Add patients to the queue'],
        ['appointment.notHere', 'Record that a called patient is not here'],
        ['appointment.overbook', 'Book outside a doctor’s hours, with a reason'],
        ['absence.record', 'Record their own leave'],
        ['schedule.edit', 'Change doctors’ hours, leave and holidays'],
      ],
    },
    {
      area: 'Beds',
      acts: [
        ['bed.view', 'See beds and admissions'],
        ['bed.admit', 'Admit, transfer and discharge'],
        ['bed.maintain', 'Put beds into maintenance and back'],
        ['bed.edit', 'Add, edit and delete beds'],
      ],
    },
    {
      area: 'Inventory and orders',
      acts: [
        ['inventory.availability', 'Check availability'],
        ['inventory.view', 'See stock and orders'],
        ['inventory.change', 'Receive, issue, count and order stock'],
        ['inventory.dispense', 'Issue stock to a patient'],
      ],
    },
    { area: 'Hospital', acts: [['demoRequest.manage', 'Answer demo requests']] },
  ]

const words = new Map<string, string>(permissionAreas.flatMap(({ acts }) => acts))

/** 'Find and see patients'; a permission that no role of the hospital's own can have has its name. */
export function permissionWords(permission: string): string {
  return permission === 'dashboard.view' ? 'See the dashboard' : (words.get(permission) ?? permission)
}
