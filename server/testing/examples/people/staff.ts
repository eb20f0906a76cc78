import type * as staff from '../../../../contract/people/staff.ts'
import { chooseShiftWard, readStaffMember } from '../../../../contract/people/staff.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, one, type People } from '../../example.ts'
import { givenShift } from '../../factories/shifts.ts'

export function examples({
  admin,
  doctor,
  nurse,
  receptionist: desk,
  roleless,
}: People): Examples<typeof staff> {
  return {
    readMe: async () => example(roleless),
    chooseRole: async () => example(doctor, { body: { role: 'doctor' } }, { subject: doctor.id }),
    chooseWard: async () => example(nurse, { body: { ward: 'ICU' } }, { subject: nurse.id }),
    chooseShiftWard: async () => {
      const shift = await givenShift(admin)
      return example(nurse, { ...one(shift), body: { ward: 'ICU' } }, { subject: shift.id })
    },
    leaveShiftWard: async () => {
      const shift = await givenShift(admin)
      await nurse.call(chooseShiftWard, { ...one(shift), body: { ward: 'ICU' } })
      return example(nurse, one(shift), { subject: shift.id })
    },
    listStaff: async () => example(admin),
    readStaffMember: async () => example(admin, one(doctor)),
    editStaffMember: async () => {
      const member = (await admin.call(readStaffMember, one(roleless))).body
      // Offered, and never chosen.
      const isOffered = member.offeredRoles.length > 0
      const body = { offeredRoles: isOffered ? [] : ['receptionist' as const], active: true }
      return example(admin, { ...one(member), body }, { subject: member.id, ...ifMatch(member) })
    },
    listDoctors: async () => example(desk),
  }
}

let made = 0
export const edits: Edits = {
  editStaffMember: () => ({
    offeredRoles: ['receptionist'],
    room: `Room ${made++}`,
    specialty: 'Cardiology',
    registrationNumber: 'MCI 45821',
    active: false,
  }),
}
