import { IconCalendarEvent, IconListNumbers } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import type { NavigationEntry } from '../../ground/shell/navigation-entry.ts'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { siteQuery } from '../../ground/sign-in/account.ts'
import { requirePermission } from '../../ground/sign-in/guards.ts'
import { dayAt, hospitalNow } from '../../ground/sign-in/hospital-clock.ts'
import { doctorsQuery } from '../../people/staff/public.ts'
import type { NewAppointmentSearch } from './booking/new-appointment-search.ts'
import type { AppointmentListSearch } from './list/list-search.ts'
import { dayQuery, queueQuery } from './queries.ts'
import { QueueSearch } from './queue/queue-search.ts'

const queueRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/opd-queue',
  validateSearch: QueueSearch,
  staticData: { title: 'OPD Queue' },
  beforeLoad: requirePermission('appointment.view'),
  loaderDeps: ({ search }) => ({ date: search.date }),
  // Fetched while the screen's code loads, but never on hover, because every read of patients is recorded.
  loader: async ({ cause, context: { queryClient }, deps: { date } }) => {
    if (cause !== 'enter') return
    const today = dayAt(await queryClient.ensureQueryData(siteQuery), hospitalNow())
    void (date && date !== today
      ? queryClient.prefetchQuery(dayQuery(date))
      : queryClient.prefetchQuery(queueQuery))
    void queryClient.prefetchQuery(doctorsQuery)
  },
  component: lazyRouteComponent(() => import('./queue/OpdQueue.tsx'), 'OpdQueue'),
})

const newAppointmentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/opd-queue/new',
  validateSearch: (search: NewAppointmentSearch & SearchSchemaInput) => search as NewAppointmentSearch,
  staticData: { title: 'New Appointment' },
  beforeLoad: requirePermission('appointment.book'),
  component: lazyRouteComponent(() => import('./booking/NewAppointment.tsx'), 'NewAppointment'),
})

const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/appointments',
  // The screen reads it, because every screen loads what stands here.
  validateSearch: (search: AppointmentListSearch & SearchSchemaInput) => search as AppointmentListSearch,
  staticData: { title: 'Appointments' },
  beforeLoad: requirePermission('appointment.view'),
  component: lazyRouteComponent(() => import('./list/AppointmentList.tsx'), 'AppointmentList'),
})

// It is in one file with the list, which leads to it.
const failedMessagesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messages',
  staticData: { title: 'Messages' },
  beforeLoad: requirePermission('appointment.reschedule'),
  component: lazyRouteComponent(() => import('./list/AppointmentList.tsx'), 'FailedMessages'),
})

const navigation: NavigationEntry[] = [
  { to: '/opd-queue', label: 'OPD Queue', icon: IconListNumbers, permission: 'appointment.view' },
  { to: '/appointments', label: 'Appointments', icon: IconCalendarEvent, permission: 'appointment.view' },
]

export const appointments = {
  routes: [queueRoute, newAppointmentRoute, listRoute, failedMessagesRoute],
  navigation,
}
