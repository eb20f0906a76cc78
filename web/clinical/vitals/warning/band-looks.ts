import { IconAlertTriangle, IconCircleCheck, IconUrgent } from '@tabler/icons-react'
import type { News2Band } from '../../../../contract/clinical/warnings/bands.ts'
import type { StatusLook } from '../../../ground/ui/StatusBadge.tsx'

export const bandLooks: Record<News2Band, Omit<StatusLook, 'word'>> = {
  Low: { icon: IconCircleCheck, tone: 'green' },
  'Low–medium': { icon: IconAlertTriangle, tone: 'amber' },
  Medium: { icon: IconAlertTriangle, tone: 'amber' },
  High: { icon: IconUrgent, tone: 'red' },
}
