import type { TablerIcon } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { Permission } from '../../../contract/permissions.ts'

/** A link of the sidebar. Each noun declares its own. */
export interface NavigationEntry {
  to: NonNullable<LinkProps['to']>
  label: string
  icon: TablerIcon
  /** The permission that the link needs, as the route does. */
  permission: Permission
  /** Not for those who may more: they have a fuller screen. */
  unless?: Permission
  /** Another address whose screens are part of this one. */
  holds?: string
}
