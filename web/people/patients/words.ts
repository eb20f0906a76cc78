import { IconCandle } from '@tabler/icons-react'
import type { StatusLook } from '../../ground/ui/StatusBadge.tsx'

export const deceasedLook: StatusLook = { word: 'Deceased', icon: IconCandle, tone: 'quiet' }
