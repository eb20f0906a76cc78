import { accessTours } from './access.ts'
import { bedTours } from './beds.ts'
import { calendarTours } from './calendar.ts'
import { dashboardTours } from './dashboard.ts'
import { importTours } from './imports.ts'
import { newsTours } from './news.ts'
import { patientTours } from './patients.ts'
import { publicTours } from './public.ts'
import { queueTours } from './queue.ts'
import { secondStepTours } from './second-step.ts'
import { storeTours } from './store.ts'
import type { Tour } from './tour.ts'
import { visitNoteTours } from './visit-notes.ts'
import { vitalsTours } from './vitals.ts'
import { waitListTours } from './wait-list.ts'

export const tours: readonly Tour[] = [
  // These tours come first, before a story calls the waiting patients.
  ...queueTours,
  ...calendarTours,
  ...waitListTours,
  ...accessTours,
  ...secondStepTours,
  ...publicTours,
  ...dashboardTours,
  ...bedTours,
  ...patientTours,
  ...importTours,
  ...storeTours,
  ...vitalsTours,
  ...visitNoteTours,
  ...newsTours,
]
