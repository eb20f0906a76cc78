import { IconCandle, IconLock } from '@tabler/icons-react'
import type { StatusLook } from '../../ground/ui/StatusBadge.tsx'

export const deceasedLook: StatusLook = { word: 'Deceased', icon: IconCandle, tone: 'quiet' }
export const restrictedLook: StatusLook = { word: 'Restricted', icon: IconLock, tone: 'quiet' }
