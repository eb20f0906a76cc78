import { IconHistory } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { dayParam } from '../../ground/records/list/search-params.ts'
import type { NavigationEntry } from '../../ground/shell/navigation-entry.ts'
import { shellRoute } from '../../ground/shell/shell-route.tsx'
import { requirePermission } from '../../ground/sign-in/guards.ts'

const said = z.string().optional().catch(undefined)
const auditLogRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  // An unknown value is sent all the same, and the server refuses it with a sentence.
  validateSearch: z.object({
    person: said,
    account: said,
    patient: said,
    kind: said,
    action: said,
    from: dayParam,
    to: dayParam,
  }),
  staticData: { title: 'Audit Log' },
  beforeLoad: requirePermission('audit.view'),
  component: lazyRouteComponent(() => import('./log/AuditLog.tsx'), 'AuditLog'),
})

const navigation: NavigationEntry[] = [
  { to: '/audit', label: 'Audit Log', icon: IconHistory, permission: 'audit.view' },
]

export const audit = { routes: [auditLogRoute], navigation }
