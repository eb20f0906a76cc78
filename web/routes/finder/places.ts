import {
  IconArrowsExchange,
  IconBed,
  IconCalendarOff,
  IconCalendarPlus,
  IconCalendarTime,
  IconChartBar,
  IconClipboardList,
  IconKeyboard,
  IconLogout,
  IconPackage,
  IconPackageExport,
  IconReport,
  IconShoppingCart,
  IconSwitchHorizontal,
  IconUserPlus,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import { type LinkOptions, linkOptions } from '@tanstack/react-router'
import type { Permission } from '../../../contract/permissions.ts'
import { beginningsFirst, isBeginning, soughtWords } from '../../../contract/search/people.ts'
import type { NavigationEntry } from '../../ground/shell/navigation-entry.ts'

/** Screens and the actions that start on them, known without a request. */

export interface Place {
  label: string
  icon: TablerIcon
  /** Further search words. */
  also?: string
  link: LinkOptions | 'shortcuts'
  /** If missing, every role may open it. */
  permission?: Permission
  /** Only in a hospital whose doctors keep hours. */
  needsHours?: true
}

const begun: readonly Place[] = [
  {
    label: 'Register Patient',
    icon: IconUserPlus,
    also: 'new add',
    link: linkOptions({ to: '/patients/new' }),
    permission: 'patient.edit',
  },
  {
    label: 'Book Appointment',
    icon: IconCalendarPlus,
    also: 'new',
    link: linkOptions({ to: '/opd-queue/new' }),
    permission: 'appointment.book',
  },
  {
    label: 'Wait List',
    icon: IconUsers,
    also: 'waiting earlier place offer',
    link: linkOptions({ to: '/wait-list' }),
    permission: 'appointment.view',
    needsHours: true,
  },
  {
    label: 'Online Bookings',
    icon: IconUsers,
    also: 'home internet requests booking',
    link: linkOptions({ to: '/online-bookings' }),
    permission: 'appointment.book',
    needsHours: true,
  },
  {
    label: 'Doctors’ Hours',
    icon: IconCalendarTime,
    also: 'schedules sessions rota timetable availability clinic',
    link: linkOptions({ to: '/schedules' }),
    permission: 'appointment.view',
  },
  {
    label: 'Absences',
    icon: IconCalendarOff,
    also: 'leave holidays public away vacation sick closed',
    link: linkOptions({ to: '/absences' }),
    permission: 'appointment.view',
  },
  { label: 'Add New Bed', icon: IconBed, link: linkOptions({ to: '/beds/new' }), permission: 'bed.edit' },
  {
    label: 'Add Several Beds',
    icon: IconBed,
    link: linkOptions({ to: '/beds/new/several' }),
    permission: 'bed.edit',
  },
  {
    label: 'Purchase Orders',
    icon: IconClipboardList,
    link: linkOptions({ to: '/purchase-orders' }),
    permission: 'inventory.view',
  },
  {
    label: 'New Order',
    icon: IconShoppingCart,
    also: 'purchase',
    link: linkOptions({ to: '/purchase-orders/new' }),
    permission: 'inventory.change',
  },
  {
    label: 'Add Item',
    icon: IconPackage,
    also: 'new inventory',
    link: linkOptions({ to: '/inventory/new' }),
    permission: 'inventory.change',
  },
  {
    label: 'Low Stock',
    icon: IconPackageExport,
    link: linkOptions({ to: '/inventory', search: { lowStock: true } }),
    permission: 'inventory.view',
  },
  {
    label: 'Stock Movements',
    icon: IconArrowsExchange,
    also: 'received issued used',
    link: linkOptions({ to: '/inventory/movements' }),
    permission: 'inventory.view',
  },
  { label: 'Analytics', icon: IconChartBar, also: 'figures', link: linkOptions({ to: '/analytics' }) },
  {
    label: 'Weekly Report',
    icon: IconReport,
    link: linkOptions({ to: '/weekly-report' }),
    permission: 'appointment.view',
  },
  { label: 'Keyboard Shortcuts', icon: IconKeyboard, also: 'keys help', link: 'shortcuts' },
  {
    label: 'Select Role',
    icon: IconSwitchHorizontal,
    also: 'switch',
    link: linkOptions({ to: '/select-role' }),
  },
  { label: 'Sign out', icon: IconLogout, also: 'leave log', link: linkOptions({ to: '/sign-out' }) },
]

/** Further search words for screens of the sidebar. */
const alsoOf: Readonly<Record<string, string>> = { '/calendar': 'schedules diary week doctors' }

/** The pages open to these permissions, the sidebar's screens first. */
export function placesFor(
  navigation: readonly NavigationEntry[],
  may: (permission: Permission) => boolean,
  hasSchedules: boolean,
): Place[] {
  const screens = navigation
    .filter(({ permission, unless }) => may(permission) && !(unless && may(unless)))
    .flatMap(({ label, icon, to }): Place[] =>
      to ? [{ label, icon, also: alsoOf[to] ?? '', link: linkOptions({ to }) }] : [],
    )
  const own = begun.filter(
    ({ permission, needsHours }) => (!permission || may(permission)) && (hasSchedules || !needsHours),
  )
  return [...screens, ...own]
}

/**
 * The places with a word that begins with each typed word. The middle of a word doesn't match, because typing that is
 * more often part of a person's name.
 */
export function placesCalled(places: readonly Place[], typed: string): readonly Place[] {
  const words = soughtWords(typed)
  const found = places.filter(({ label, also = '' }) => isBeginning(`${label} ${also}`, words))
  return beginningsFirst(found, typed, ({ label }) => label)
}
