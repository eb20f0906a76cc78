import { type LinkOptions, linkOptions } from '@tanstack/react-router'
import type { Permission } from '../../../contract/permissions.ts'
import { beginningsFirst, isBeginning, soughtWords } from '../../../contract/search/people.ts'
import type { NavigationEntry } from '../../shell/navigation-entry.ts'

/** Screens and what is begun on them: known without asking anybody. */

export interface Place {
  label: string
  /** What it is looked for by as well. */
  also?: string
  link: LinkOptions
  /** Without it, everybody who has a role may. */
  permission?: Permission
}

const begun: readonly Place[] = [
  {
    label: 'Register Patient',
    also: 'new add',
    link: linkOptions({ to: '/patients/new' }),
    permission: 'patient.edit',
  },
  {
    label: 'Book Appointment',
    also: 'new',
    link: linkOptions({ to: '/opd-queue/new' }),
    permission: 'appointment.book',
  },
  { label: 'Add New Bed', link: linkOptions({ to: '/beds/new' }), permission: 'bed.edit' },
  { label: 'Add Several Beds', link: linkOptions({ to: '/beds/new/several' }), permission: 'bed.edit' },
  { label: 'Purchase Orders', link: linkOptions({ to: '/purchase-orders' }), permission: 'inventory.view' },
  {
    label: 'New Order',
    also: 'purchase',
    link: linkOptions({ to: '/purchase-orders/new' }),
    permission: 'inventory.change',
  },
  {
    label: 'Add Item',
    also: 'new inventory',
    link: linkOptions({ to: '/inventory/new' }),
    permission: 'inventory.change',
  },
  {
    label: 'Low Stock',
    link: linkOptions({ to: '/inventory', search: { lowStock: true } }),
    permission: 'inventory.view',
  },
  {
    label: 'Stock Movements',
    also: 'received issued used',
    link: linkOptions({ to: '/inventory/movements' }),
    permission: 'inventory.view',
  },
  { label: 'Analytics', also: 'figures', link: linkOptions({ to: '/analytics' }) },
  {
    label: 'Weekly Report',
    link: linkOptions({ to: '/weekly-report' }),
    permission: 'appointment.view',
  },
  { label: 'Select Role', also: 'switch', link: linkOptions({ to: '/select-role' }) },
  { label: 'Sign out', also: 'leave log', link: linkOptions({ to: '/sign-out' }) },
]

/** Where whoever may do this can go, the sidebar's screens first. */
export function placesFor(
  navigation: readonly NavigationEntry[],
  may: (permission: Permission) => boolean,
): Place[] {
  const screens = navigation
    .filter(({ permission, unless }) => may(permission) && !(unless && may(unless)))
    .flatMap(({ label, to }): Place[] => (to ? [{ label, link: linkOptions({ to }) }] : []))
  return [...screens, ...begun.filter(({ permission }) => !permission || may(permission))]
}

/** Those of which each typed word begins one; a part from within a word is more often part of a name. */
export function placesCalled(places: readonly Place[], typed: string): readonly Place[] {
  const words = soughtWords(typed)
  const found = places.filter(({ label, also = '' }) => isBeginning(`${label} ${also}`, words))
  return beginningsFirst(found, typed, ({ label }) => label)
}
