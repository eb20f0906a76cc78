import type * as analytics from '../../../../contract/figures/analytics.ts'
import type * as clinics from '../../../../contract/figures/clinics.ts'
import type * as store from '../../../../contract/figures/store.ts'
import { utcToday } from '../../days.ts'
import { type Examples, example, type People } from '../../example.ts'

export function examples({
  doctor,
  receptionist: desk,
  inventory_manager: keeper,
}: People): Examples<typeof analytics & typeof clinics & typeof store> {
  const query = { from: utcToday(), to: utcToday() }
  return {
    analyzeVisits: async () => example(doctor, { query }),
    analyzeStays: async () => example(desk, { query }),
    exportVisitFigures: async () => example(doctor, { query: { ...query, by: 'doctor' } }),
    analyzeClinics: async () => example(desk, { query }),
    exportClinicFigures: async () => example(desk, { query: { ...query, by: 'session' } }),
    analyzeStore: async () => example(keeper, { query }),
    exportStoreFigures: async () => example(keeper, { query: { ...query, by: 'item' } }),
    listAlertsRaised: async () => example(desk, { query }),
    exportWeeklyReport: async () => example(desk, { query: { day: utcToday() } }),
    exportStayFigures: async () => example(desk, { query: { ...query, by: 'ward' } }),
  }
}
