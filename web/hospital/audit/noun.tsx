import { IconHistory } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { requirePermission } from '../session/guards.ts'
import type { NavigationEntry } from '../shell/navigation-entry.ts'
import { shellRoute } from '../shell/shell-route.tsx'

const said = z.string().optional().catch(undefined)
const day = z.iso.date().optional().catch(undefined)

const auditLogRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  // What none of the choices has is asked for all the same, and refused by the server with a sentence.
  validateSearch: z.object({
    person: said,
    account: said,
    patient: said,
    kind: said,
    action: said,
    from: day,
    to: day,
  }),
  staticData: { title: 'Audit Log' },
  beforeLoad: requirePermission('audit.view'),
  component: lazyRouteComponent(() => import('./log/AuditLog.tsx'), 'AuditLog'),
})

const navigation: NavigationEntry[] = [
  { to: '/audit', label: 'Audit Log', icon: IconHistory, permission: 'audit.view' },
]

export const audit = { routes: [auditLogRoute], navigation }
