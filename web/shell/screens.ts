import {
  IconBed,
  IconLayoutDashboard,
  IconListNumbers,
  IconPackage,
  IconPackageExport,
  IconUserShield,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { Permission } from '../../contract/permissions.ts'

interface Screen {
  to: LinkProps['to']
  label: string
  icon: TablerIcon
  /** Who sees the link: the same permission that the route asks for. */
  permission: Permission
  /** Not for those who may more: they have a fuller screen. */
  unless?: Permission
  /** Another address whose screens are part of this one. */
  holds?: string
}

/** The sidebar, in order. */
export const screens: readonly Screen[] = [
  { to: '/dashboard', label: 'Dashboard', icon: IconLayoutDashboard, permission: 'dashboard.view' },
  { to: '/opd-queue', label: 'OPD Queue', icon: IconListNumbers, permission: 'appointment.view' },
  { to: '/beds', label: 'Bed Management', icon: IconBed, permission: 'bed.view' },
  { to: '/patients', label: 'Patients', icon: IconUsers, permission: 'patient.view' },
  {
    to: '/inventory',
    label: 'Inventory',
    icon: IconPackage,
    permission: 'inventory.view',
    holds: '/purchase-orders',
  },
  {
    to: '/availability',
    label: 'Availability',
    icon: IconPackageExport,
    permission: 'inventory.availability',
    unless: 'inventory.view',
  },
  { to: '/staff', label: 'Staff', icon: IconUserShield, permission: 'staff.manage' },
]
