import type * as dashboard from '../../../../contract/figures/dashboard.ts'
import type { DashboardSummary } from '../../../../contract/figures/dashboard.ts'
import { utcToday } from '../../days.ts'
import { type Examples, example, type People, patientsIn } from '../../example.ts'
import { admit } from '../../factories/admissions.ts'
import { givenAppointment } from '../../factories/appointments.ts'
import { givenBed } from '../../factories/beds.ts'

export function examples({ admin, doctor, receptionist: desk }: People): Examples<typeof dashboard> {
  return {
    summarizeHospital: async () => {
      await givenAppointment(desk, { doctorId: doctor.id, date: utcToday() })
      await admit(desk, { bedId: (await givenBed(admin)).id, doctorId: doctor.id })
      return example(desk, {}, { patients: (reply) => patientsIn(listsOf(reply as DashboardSummary)) })
    },
    readAppointmentStats: async () => example(desk, { query: { days: 14 } }),
    readBedStats: async () => example(doctor, { query: { daysAgo: 7 } }),
  }
}

function listsOf({ recentAdmissions, upcomingAppointments }: DashboardSummary): object[] {
  return [...(recentAdmissions ?? []), ...(upcomingAppointments ?? [])]
}
